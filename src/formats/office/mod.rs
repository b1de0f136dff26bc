//! Office documents and books in zip containers: DOCX, PPTX, ODT, ODP, EPUB.

pub mod container;
pub mod docx;
pub mod epub;
pub mod kind;
pub mod odt;
mod office_text;
pub mod ole;
mod ooxml;
pub mod pptx;
#[cfg(test)]
mod tests;
mod xml;
