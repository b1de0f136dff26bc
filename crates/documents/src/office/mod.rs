//! Office documents and books in zip containers: DOCX, PPTX, ODT, ODP, EPUB.

pub(crate) mod container;
pub(crate) mod docx;
mod docx_numbers;
pub(crate) mod epub;
pub(crate) mod kind;
pub(crate) mod odt;
mod odt_numbers;
mod office_text;
pub(crate) mod ole;
mod ooxml;
pub(crate) mod pptx;
mod pptx_numbers;
#[cfg(test)]
pub(crate) mod tests;
mod xml;
