// A program that cannot say which version it is.
use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args_os().nth(1).map(|a| a.to_string_lossy().into_owned()).as_deref() {
        Some("-h" | "--help") | None => {
            println!("Usage: dice [OPTIONS]\n\nOptions:\n  -h, --help  Print help");
            ExitCode::SUCCESS
        }
        Some(_) => {
            eprintln!("error: unexpected argument\n\nUsage: dice [OPTIONS]");
            ExitCode::from(2)
        }
    }
}
