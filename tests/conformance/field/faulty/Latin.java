/** Writes Latin-1, as its author's machine did. */
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

public final class Latin {
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.ISO_8859_1);
        String word = args.length > 0 ? args[0] : "--help";
        switch (word) {
            case "--help" -> out.println("usage: gr\u00f6\u00dfe [--version]\n\nGibt die Gr\u00f6\u00dfe aus.");
            case "--version" -> out.println("groesse 1.0");
            default -> {
                System.err.println("groesse: unbekannte Option; siehe --help");
                System.exit(2);
            }
        }
        if (out.checkError() || System.out.checkError()) {
            System.exit(1);
        }
    }
}
