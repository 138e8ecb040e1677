// A spinner on stderr that hides the cursor, in a log file too.
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args_os().nth(1).map(|a| a.to_string_lossy().into_owned()).as_deref() {
        Some("--help") => println!("Usage: fetch [--version]\n\nFetches the catalogue."),
        Some("--version") => println!("fetch 1.0.0"),
        Some(_) => {
            eprintln!("error: unexpected argument\n\nUsage: fetch [--version]");
            return ExitCode::from(2);
        }
        None => {
            eprint!("\x1b[?25l");
            for frame in ["|", "/", "-", "\\"] {
                eprint!("\x1b[2K\x1b[1G{frame} fetching");
            }
            eprintln!("\x1b[2K\x1b[1G\x1b[?25hdone");
            if writeln!(std::io::stdout(), "12 entries").is_err() {
                return ExitCode::from(1);
            }
        }
    }
    ExitCode::SUCCESS
}
