//! Colours: six tints of passages and the accents, for dark, light and unknown pages.
//!
//! The tints were found by search among all sets of six with readable text. The members of this set differ clearly for
//! normal, protan and deutan eyes. The tests check that.

use ratatui::style::Color;

use shingle::pipeline::document::pair::TINTS;

/// A colour for terminals with all colours, and its replacement among the 256 of xterm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Colour {
    pub(crate) rgb: (u8, u8, u8),
    pub(crate) indexed: u8,
}

const fn rgb_colour(rgb: u32, indexed: u8) -> Colour {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Colour { rgb: (red, green, blue), indexed }
}

impl Colour {
    /// Returns the colour in the middle of two colours. `indexed` is its replacement among the 256 of xterm.
    pub(crate) const fn mix_with(self, other: Self, indexed: u8) -> Self {
        let ((red, green, blue), (r, g, b)) = (self.rgb, other.rgb);
        Self { rgb: (red.midpoint(r), green.midpoint(g), blue.midpoint(b)), indexed }
    }
}

/// Assumed colours of the terminal's page (its background). Dark pages are seldom pure black.
pub(crate) const DARK_PAGE: Colour = rgb_colour(0x1e_1e_1e, 236);
pub(crate) const LIGHT_PAGE: Colour = rgb_colour(0xff_ff_ff, 255);
/// Assumed colour of a page that may be dark or light.
pub(crate) const UNKNOWN_PAGE: Colour = rgb_colour(0x80_80_80, 248);

pub(crate) const WHITE: Colour = rgb_colour(0xff_ff_ff, 231);
pub(crate) const BLACK: Colour = rgb_colour(0x00_00_00, 16);

/// Tints for white text on a dark page.
pub(crate) const DARK: [Colour; TINTS] = [
    rgb_colour(0x60_60_b0, 61),
    rgb_colour(0xb0_60_10, 130),
    rgb_colour(0x40_80_60, 29),
    rgb_colour(0x90_10_e0, 92),
    rgb_colour(0x20_60_70, 23),
    rgb_colour(0x90_00_20, 88),
];

/// Tints for black text, on a light or unknown page.
pub(crate) const LIGHT: [Colour; TINTS] = [
    rgb_colour(0x78_90_f0, 153),
    rgb_colour(0xf0_f0_78, 228),
    rgb_colour(0x78_f0_a8, 121),
    rgb_colour(0xd8_78_a8, 211),
    rgb_colour(0x48_d8_f0, 177),
    rgb_colour(0xd8_90_48, 209),
];

/// Fainter tints of [`DARK`], for the text of passages.
pub(crate) const FAINT_ON_DARK: [Colour; TINTS] = [
    rgb_colour(0x3a_3a_62, 60),
    rgb_colour(0x62_3a_12, 58),
    rgb_colour(0x2a_4a_3a, 22),
    rgb_colour(0x52_12_7a, 54),
    rgb_colour(0x1a_3a_42, 238),
    rgb_colour(0x52_0a_1a, 52),
];

pub(crate) const FAINT_ON_LIGHT: [Colour; TINTS] = [
    rgb_colour(0xc9_d3_f9, 253),
    rgb_colour(0xf9_f9_c9, 230),
    rgb_colour(0xc9_f9_dc, 194),
    rgb_colour(0xef_c9_dc, 218),
    rgb_colour(0xb6_ef_f9, 225),
    rgb_colour(0xef_d3_b6, 223),
];

/// Few and strong tints that differ from afar. The text is white on a light page, and black on any other page.
pub(crate) const PROJECTED: ([Colour; STRONG], [Colour; STRONG]) = (
    [rgb_colour(0x00_00_ff, 21), rgb_colour(0xaf_00_00, 124), rgb_colour(0x5f_00_5f, 53)],
    [rgb_colour(0xff_ff_00, 226), rgb_colour(0xaf_87_ff, 141), rgb_colour(0xaf_af_87, 144)],
);

/// Fainter tints of [`PROJECTED`]: for black text on a light page, and for white text on any other page.
pub(crate) const PROJECTED_FAINT: ([Colour; STRONG], [Colour; STRONG]) = (
    [rgb_colour(0xb2_b2_ff, 147), rgb_colour(0xe7_b2_b2, 217), rgb_colour(0xcf_b2_cf, 182)],
    [rgb_colour(0x60_60_00, 58), rgb_colour(0x4f_3d_73, 54), rgb_colour(0x4f_4f_3d, 239)],
);

/// Less important text in a lecture: on a dark page and on a light page.
pub(crate) const QUIET: [Colour; 2] = [rgb_colour(0xaf_af_af, 145), rgb_colour(0x5f_5f_5f, 59)];

pub(crate) const STRONG: usize = 3;

/// Tints among the terminal's own sixteen colours, each with a text colour that is readable nearly everywhere.
pub(crate) const SIXTEEN: [(Color, Color); TINTS] = [
    (Color::Blue, Color::White),
    (Color::Yellow, Color::Black),
    (Color::Green, Color::Black),
    (Color::Magenta, Color::White),
    (Color::Cyan, Color::Black),
    (Color::Red, Color::White),
];

/// Tints among the sixteen colours for projector mode.
pub(crate) const STRONG_SIXTEEN: [(Color, Color); STRONG] =
    [(Color::Yellow, Color::Black), (Color::Cyan, Color::Black), (Color::Magenta, Color::White)];

/// The selected row's background, for white text and for black text.
pub(crate) const SELECTED_ROW: (Colour, Colour) =
    (rgb_colour(0x42_47_55, 239), rgb_colour(0xc8_cc_d8, 252));

/// Colours of text that stands out on the terminal's own background.
pub(crate) struct Accents {
    pub(crate) key: Colour,
    pub(crate) new: Colour,
    pub(crate) changed: Colour,
    pub(crate) alarm: Colour,
    /// Colour of differing words. `None` on an unknown background, because no colour is readable on all.
    pub(crate) differs: Option<Colour>,
}

pub(crate) const ON_DARK: Accents = Accents {
    key: rgb_colour(0x5f_d7_d7, 80),
    new: rgb_colour(0x87_d7_5f, 113),
    changed: rgb_colour(0xd7_87_d7, 176),
    alarm: rgb_colour(0xff_87_87, 210),
    differs: Some(rgb_colour(0xff_af_5f, 215)),
};

pub(crate) const ON_LIGHT: Accents = Accents {
    key: rgb_colour(0x00_5f_87, 24),
    new: rgb_colour(0x00_5f_00, 22),
    changed: rgb_colour(0x87_00_87, 90),
    alarm: rgb_colour(0xaf_00_00, 124),
    differs: Some(rgb_colour(0x7a_4a_00, 94)),
};

pub(crate) const ON_BOTH: Accents = Accents {
    key: rgb_colour(0x00_82_82, 63),
    new: rgb_colour(0x00_87_5f, 29),
    changed: rgb_colour(0xa1_51_c9, 98),
    alarm: rgb_colour(0xd8_38_38, 131),
    differs: None,
};

#[cfg(test)]
pub(crate) mod tests {
    use super::{
        BLACK, Colour, DARK, FAINT_ON_DARK, FAINT_ON_LIGHT, LIGHT, ON_BOTH, ON_DARK, ON_LIGHT,
        PROJECTED, PROJECTED_FAINT, WHITE,
    };

    /// Tints, their fainter forms, the text on the fainter forms, and the page.
    fn faint_tints() -> Vec<(Colour, Colour, Colour, Colour)> {
        let of = |tints: &[Colour], faint: &[Colour], text, page| {
            assert_eq!(tints.len(), faint.len());
            let pairs = tints.iter().copied().zip(faint.iter().copied());
            pairs.map(|(tint, faint)| (tint, faint, text, page)).collect::<Vec<_>>()
        };
        [
            of(&DARK, &FAINT_ON_DARK, WHITE, BLACK),
            of(&LIGHT, &FAINT_ON_LIGHT, BLACK, WHITE),
            of(&PROJECTED.0, &PROJECTED_FAINT.0, BLACK, WHITE),
            of(&PROJECTED.1, &PROJECTED_FAINT.1, WHITE, BLACK),
        ]
        .concat()
    }

    /// Matrices of linear red, green and blue as an eye sees them. Machado, Oliveira, Fernandes, "A
    /// Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), table 1, severity 1.0.
    const EYES: [[[f64; 3]; 3]; 3] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ];

    /// IEC 61966-2-1.
    fn linear(value: u8) -> f64 {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    }

    fn multiply(matrix: &[[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(vector).map(|(factor, value)| factor * value).sum())
    }

    /// Returns CIE L*a*b* under D65 of a colour as an eye sees it.
    fn lab((red, green, blue): (u8, u8, u8), eye: &[[f64; 3]; 3]) -> [f64; 3] {
        const XYZ: [[f64; 3]; 3] = [
            [0.412_456_4, 0.357_576_1, 0.180_437_5],
            [0.212_672_9, 0.715_152_2, 0.072_175_0],
            [0.019_333_9, 0.119_192_0, 0.950_304_1],
        ];
        let seen = multiply(eye, [linear(red), linear(green), linear(blue)]);
        let [x, y, z] = multiply(&XYZ, seen.map(|value| value.clamp(0.0, 1.0)));
        let [x, y, z] = [x / 0.950_47, y, z / 1.088_83].map(|value: f64| {
            if value > 216.0 / 24_389.0 {
                value.cbrt()
            } else {
                (24_389.0 / 27.0 * value + 16.0) / 116.0
            }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// Returns the CIE76 distance of two colours for the eye that distinguishes them least.
    fn distance(left: (u8, u8, u8), right: (u8, u8, u8)) -> f64 {
        let between = |eye| {
            let (left, right) = (lab(left, eye), lab(right, eye));
            left.iter().zip(right).map(|(l, r)| (l - r).powi(2)).sum::<f64>().sqrt()
        };
        EYES.iter().map(between).fold(f64::INFINITY, f64::min)
    }

    /// WCAG 2.
    pub(crate) fn contrast(left: (u8, u8, u8), right: (u8, u8, u8)) -> f64 {
        let luminance = |(red, green, blue)| {
            0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        };
        let (left, right): (f64, f64) = (luminance(left), luminance(right));
        (left.max(right) + 0.05) / (left.min(right) + 0.05)
    }

    /// Returns a colour of the terminal's 256. From 16 on they are a cube of 6 by 6 by 6 colours, from 232 on greys.
    pub(crate) fn cube_colour(index: u8) -> (u8, u8, u8) {
        if let Some(grey) = index.checked_sub(232) {
            let value = 8 + grey * 10;
            return (value, value, value);
        }
        let step = |place: u8| if place == 0 { 0 } else { 55 + place * 40 };
        let place = index.checked_sub(16).filter(|place| *place < 216).expect("in the cube");
        (step(place / 36), step(place / 6 % 6), step(place % 6))
    }

    fn both_rgb(colour: Colour) -> [(u8, u8, u8); 2] {
        [colour.rgb, cube_colour(colour.indexed)]
    }

    /// Fails if the perceived distance of two colours is less than `least`.
    fn stay_apart(colours: &[(u8, u8, u8)], least: f64) {
        for (index, left) in colours.iter().enumerate() {
            for right in colours.iter().skip(index + 1) {
                let found = distance(*left, *right);
                assert!(found >= least, "{left:?} and {right:?} are {found} apart");
            }
        }
    }

    #[test]
    fn the_tints_stay_apart_for_all_eyes() {
        let grey = super::rgb_colour(0x1e_1e_1e, 234).rgb;
        for (tints, pages) in [(DARK, [BLACK.rgb, grey]), (LIGHT, [WHITE.rgb, (0xf8, 0xf8, 0xf4)])]
        {
            for place in [0, 1] {
                let colours = tints.map(|tint| both_rgb(tint)[place]);
                stay_apart(&colours, 20.0);
                for (left, page) in colours.iter().flat_map(|one| pages.map(|page| (one, page))) {
                    let found = distance(*left, page);
                    assert!(found >= 15.0, "{left:?} is {found} from the page");
                    // A tint nearly as dark as a dark page can be far from it in colour and still hard to see.
                    let found = contrast(*left, page);
                    assert!(page.0 > 0x80 || found >= 1.6, "{left:?}: {found}");
                }
            }
        }
    }

    #[test]
    fn projected_tints_are_farther_apart_and_their_text_reads_better() {
        let (light, other) = PROJECTED;
        for (tints, text, page) in [(light, WHITE, WHITE), (other, BLACK, BLACK)] {
            for place in [0, 1] {
                let colours = tints.map(|tint| both_rgb(tint)[place]);
                stay_apart(&colours, 60.0);
                for colour in colours {
                    assert!(contrast(colour, text.rgb) >= 7.0, "{colour:?}");
                    assert!(contrast(colour, page.rgb) >= 7.0, "{colour:?}");
                }
            }
        }
    }

    #[test]
    fn text_reads_on_every_tint() {
        for (tints, text) in [(DARK, WHITE), (LIGHT, BLACK)] {
            for colour in tints.into_iter().flat_map(both_rgb) {
                let found = contrast(colour, text.rgb);
                assert!(found >= 4.5, "{colour:?} has {found}");
            }
        }
    }

    #[test]
    fn faint_tints_lie_between_the_tint_and_the_page_and_text_reads_on_them() {
        for (tint, faint, text, page) in faint_tints() {
            for place in [0, 1] {
                let [tint, faint] = [tint, faint].map(|one| both_rgb(one)[place]);
                assert!(contrast(faint, text.rgb) >= 4.5, "{faint:?}");
                let (from_tint, from_page) = (distance(tint, faint), distance(faint, page.rgb));
                assert!(from_tint >= 7.0, "{faint:?} is {from_tint} from {tint:?}");
                assert!(from_page >= 9.0, "{faint:?} is {from_page} from the page");
                let nearer = contrast(faint, page.rgb) < contrast(tint, page.rgb);
                assert!(nearer, "{faint:?} stands out more than {tint:?}");
            }
        }
    }

    #[test]
    fn accents_read_on_their_page() {
        let of = |accents: super::Accents| {
            [accents.key, accents.new, accents.changed, accents.alarm]
                .into_iter()
                .flat_map(both_rgb)
        };
        for (accents, page) in [(ON_DARK, BLACK), (ON_LIGHT, WHITE)] {
            assert!(of(accents).all(|colour| contrast(colour, page.rgb) >= 7.0), "{page:?}");
        }
        // No colour has a higher contrast than 4.58 on both pages.
        for colour in of(ON_BOTH) {
            let (dark, light) = (contrast(colour, BLACK.rgb), contrast(colour, WHITE.rgb));
            assert!(dark.min(light) >= 4.5, "{colour:?}: {dark}, {light}");
        }
    }
}
