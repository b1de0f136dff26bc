//! Single-byte code pages missing from the Encoding Standard.

use std::borrow::Cow;

use super::{Certainty, Decoded};

#[derive(Debug, PartialEq, Eq)]
pub struct CodePage {
    /// Name in IANA's registry, or the usual name if unregistered.
    pub name: &'static str,
    labels: &'static [&'static str],
    /// Characters of the bytes 0x80 to 0xFF, in order, with U+FFFD for an unused byte.
    high: &'static str,
}

/// The code pages, with the characters of the vendors' tables as in Python's codecs.
pub(super) static PAGES: [CodePage; 13] = [
    CodePage {
        name: "IBM437",
        labels: &["cp437", "437"],
        high: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
            áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
            αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    },
    CodePage {
        name: "IBM737",
        labels: &["cp737", "737"],
        high: "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθ\
            ικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
            ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u{a0}",
    },
    CodePage {
        name: "IBM775",
        labels: &["cp775", "775"],
        high: "ĆüéāäģåćłēŖŗīŹÄÅÉæÆōöĢ¢ŚśÖÜø£Ø×¤\
            ĀĪóŻżź”¦©®¬½¼Ł«»░▒▓│┤ĄČĘĖ╣║╗╝ĮŠ┐\
            └┴┬├─┼ŲŪ╚╔╩╦╠═╬Žąčęėįšųūž┘┌█▄▌▐▀\
            ÓßŌŃõÕµńĶķĻļņĒŅ’\u{ad}±“¾¶§÷„°∙·¹³²■\u{a0}",
    },
    CodePage {
        name: "IBM850",
        labels: &["cp850", "850"],
        high: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ\
            áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
            └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀\
            ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
    },
    CodePage {
        name: "IBM852",
        labels: &["cp852", "852"],
        high: "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×č\
            áíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐\
            └┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀\
            ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}",
    },
    CodePage {
        name: "IBM855",
        labels: &["cp855", "855"],
        high: "ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪ\
            аАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐\
            └┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀\
            ЯрРсСтТуУжЖвВьЬ№\u{ad}ыЫзЗшШэЭщЩчЧ§■\u{a0}",
    },
    CodePage {
        name: "IBM857",
        labels: &["cp857", "857"],
        high: "ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞş\
            áíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
            └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\u{fffd}ÍÎÏ┘┌█▄¦Ì▀\
            ÓßÔÒõÕµ\u{fffd}×ÚÛÙìÿ¯´\u{ad}±\u{fffd}¾¶§÷¸°¨·¹³²■\u{a0}",
    },
    CodePage {
        name: "IBM862",
        labels: &["cp862", "862"],
        high: "אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒ\
            áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
            αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    },
    CodePage {
        name: "IBM865",
        labels: &["cp865", "865"],
        high: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒ\
            áíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
            αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    },
    CodePage {
        name: "IBM1125",
        labels: &["cp1125", "1125", "cp866u", "ruscii"],
        high: "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
            абвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
            └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
            рстуфхцчшщъыьэюяЁёҐґЄєІіЇї·√№¤■\u{a0}",
    },
    CodePage {
        name: "x-mac-ce",
        labels: &["maccentraleurope", "mac-centraleurope", "x-mac-centraleurope", "macce"],
        high: "ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü\
            †°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅ\
            ņŃ¬√ńŇ∆«»…\u{a0}ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖ\
            ŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ",
    },
    CodePage {
        name: "x-mac-greek",
        labels: &["macgreek", "mac-greek"],
        high: "Ä¹²É³ÖÜ΅àâä΄¨çéèêë£™îï•½‰ôö¦€ùûü\
            †ΓΔΘΛΞΠß®©ΣΪ§≠°·Α±≤≥¥ΒΕΖΗΙΚΜΦΫΨΩ\
            άΝ¬ΟΡ≈Τ«»…\u{a0}ΥΧΆΈœ–―“”‘’÷ΉΊΌΎέήίόΏ\
            ύαβψδεφγηιξκλμνοπώρστθωςχυζϊϋΐΰ\u{ad}",
    },
    CodePage {
        name: "x-mac-turkish",
        labels: &["macturkish", "mac-turkish"],
        high: "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü\
            †°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
            ¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸĞğİıŞş\
            ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{fffd}ÒÚÛÙ\u{fffd}ˆ˜¯˘˙˚¸˝˛ˇ",
    },
];

impl CodePage {
    pub(super) fn find_by_label(label: &str) -> Option<&'static Self> {
        PAGES
            .iter()
            .find(|page| page.name.eq_ignore_ascii_case(label) || page.labels.contains(&label))
    }

    pub(super) fn characters(&self) -> [char; 128] {
        let mut characters = [char::REPLACEMENT_CHARACTER; 128];
        for (slot, character) in characters.iter_mut().zip(self.high.chars()) {
            *slot = character;
        }
        characters
    }

    pub(super) fn decode(&self, bytes: &[u8]) -> Decoded<'static> {
        let characters = self.characters();
        let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
        let mut undecoded = 0;
        for &byte in bytes {
            let high = usize::from(byte).checked_sub(128).and_then(|at| characters.get(at));
            let character = high.copied().unwrap_or(char::from(byte));
            undecoded += u64::from(character == char::REPLACEMENT_CHARACTER);
            text.push(character);
        }
        text.shrink_to_fit();
        let certainty = Certainty::Sure;
        Decoded { text: Cow::Owned(text), encoding: self.name, undecoded, certainty }
    }
}
