/** Answers calls of a function of two numbers: one line in, one line out. */

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;

public class Eval {
    static double distance(double x, double y) {
        return Math.sqrt(x * x + y * y);
    }

    /** A number as it is asked for: Java reads all of them but the infinite ones so. */
    static double number(String text) {
        return switch (text) {
            case "inf" -> Double.POSITIVE_INFINITY;
            case "-inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader calls = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter results = new PrintWriter(System.out);
        for (String line = calls.readLine(); line != null; line = calls.readLine()) {
            String[] words = line.split(" ");
            try {
                results.println(distance(number(words[0]), number(words[1])));
            } catch (ArithmeticException problem) {
                results.println("error: " + problem.getMessage());
            }
        }
        results.flush();
    }
}
