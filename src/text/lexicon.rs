//! Words to numbers and back. It knows nothing of documents.
