/** A Java main with its own option loop: adds numbers. */
public final class Sum {
    static final String HELP = """
        Usage: sum [OPTION] NUMBER...
        Add numbers.

          -h, --help     print this page
          --version      print the version
        """;

    public static void main(String[] args) {
        long total = 0;
        boolean any = false;
        for (String arg : args) {
            switch (arg) {
                case "-h", "--help" -> { out(HELP); return; }
                case "--version" -> { out("sum 1.1\n"); return; }
                default -> {
                    try {
                        total += Long.parseLong(arg);
                        any = true;
                    } catch (NumberFormatException wrong) {
                        System.err.println("sum: not a number or option; see --help");
                        System.exit(2);
                    }
                }
            }
        }
        if (!any) {
            System.err.print(HELP);
            System.exit(2);
        }
        out(total + "\n");
    }

    static void out(String text) {
        System.out.print(text);
        if (System.out.checkError()) {
            System.exit(1);
        }
    }
}
