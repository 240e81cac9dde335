// javac and JUnit in one process: each line of standard input is the name of a tool and its words, with tabs between
// them. What the tool says is followed by a line with its exit code.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.spi.ToolProvider;

class JavaTools {
  public static void main(String[] none) throws Exception {
    var lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split("\t");
      var tool = ToolProvider.findFirst(words[0]).orElseThrow();
      int code = tool.run(System.out, System.out, Arrays.copyOfRange(words, 1, words.length));
      System.out.println("\nexit code " + code);
      System.out.flush();
    }
  }
}
