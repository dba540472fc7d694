import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.SimpleAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.queryParser.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.RAMDirectory;
import org.apache.lucene.util.Version;

/**
 * Asks Lucene 3.6 itself: {@code java Score FOLDER QUERIES.tsv} prints what {@code score.sh} of the
 * subject prints, {@code id,rank,doc,score}. The documents may also be the lines of a file.
 */
public class Score {
    private static final Version VERSION = Version.LUCENE_36;
    private static final int MOST_HITS = 1000;

    public static void main(String[] arguments) throws Exception {
        RAMDirectory directory = new RAMDirectory();
        IndexWriterConfig config = new IndexWriterConfig(VERSION, new SimpleAnalyzer(VERSION));
        IndexWriter writer = new IndexWriter(directory, config);
        for (String[] nameAndText : documents(new File(arguments[0]))) {
            Document document = new Document();
            document.add(new Field("doc", nameAndText[0], Field.Store.YES, Field.Index.NO));
            document.add(new Field("text", nameAndText[1], Field.Store.NO, Field.Index.ANALYZED));
            writer.addDocument(document);
        }
        writer.forceMerge(1);
        writer.close();
        IndexSearcher searcher = new IndexSearcher(IndexReader.open(directory));
        QueryParser parser = new QueryParser(VERSION, "text", new SimpleAnalyzer(VERSION));
        System.out.println("id,rank,doc,score");
        for (String line : Files.readAllLines(Paths.get(arguments[1]))) {
            String[] parts = line.split("\t", 2);
            int rank = 0;
            for (ScoreDoc hit : searcher.search(parser.parse(parts[1]), MOST_HITS).scoreDocs) {
                rank++;
                String name = searcher.doc(hit.doc).get("doc");
                System.out.println(parts[0] + "," + rank + "," + name + "," + hit.score);
            }
        }
    }

    /** Names and texts: the files of a folder in the order of their names, or the lines of a file. */
    private static List<String[]> documents(File corpus) throws IOException {
        List<String[]> documents = new ArrayList<>();
        if (!corpus.isDirectory()) {
            for (String line : Files.readAllLines(corpus.toPath())) {
                documents.add(line.split("\t", 2));
            }
            return documents;
        }
        File[] files = corpus.listFiles();
        Arrays.sort(files);
        for (File file : files) {
            String text = new String(Files.readAllBytes(file.toPath()), StandardCharsets.UTF_8);
            String name = file.getName().replaceFirst("[.][^.]*$", "");
            documents.add(new String[] {name, text});
        }
        return documents;
    }
}
