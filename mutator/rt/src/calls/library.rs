//! A function of a shared library.
#![expect(
    unsafe_code,
    reason = "what a shared library holds has no type but the one that its user declares"
)]

use std::ffi::{CStr, CString, c_char, c_int, c_void};

const RTLD_NOW: c_int = 2;

unsafe extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlerror() -> *const c_char;
}

/// The type of every function that can be called.
type Call = unsafe extern "C" fn(*const f64, c_int) -> f64;

/// A function of a shared library; the library stays open until the process ends.
pub(super) struct Library {
    call: Call,
}

impl Library {
    /// Finds a function, or says why there is none.
    pub(super) fn open(path: &str, name: &str) -> Result<Self, String> {
        let text = |text: &str| CString::new(text).map_err(|_| format!("`{text}` holds a null"));
        let (path, name) = (text(path)?, text(name)?);
        // SAFETY: both are texts that end in a null, and the library's own code that runs when it is
        // opened is what the user asked for.
        let found = unsafe {
            match dlopen(path.as_ptr(), RTLD_NOW) {
                library if library.is_null() => library,
                library => dlsym(library, name.as_ptr()),
            }
        };
        if found.is_null() {
            return Err(complaint());
        }
        // SAFETY: the user declares that the function has this type.
        let call = unsafe { std::mem::transmute::<*mut c_void, Call>(found) };
        Ok(Self { call })
    }

    /// Calls the function.
    #[inline(always)]
    pub(super) fn call(&self, arguments: &[f64]) -> f64 {
        // SAFETY: the pointer is that of so many numbers, which is all that the function may read.
        unsafe { (self.call)(arguments.as_ptr(), arguments.len() as c_int) }
    }
}

/// What the system says went wrong last.
fn complaint() -> String {
    // SAFETY: the text is valid until the next call, and is copied before.
    unsafe {
        match dlerror() {
            text if text.is_null() => "the function is at no address".to_owned(),
            text => CStr::from_ptr(text).to_string_lossy().into_owned(),
        }
    }
}
