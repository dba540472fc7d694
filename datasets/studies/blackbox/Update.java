import java.io.FileReader;
import weka.classifiers.Classifier;
import weka.classifiers.bayes.NaiveBayes;
import weka.core.Instances;

/**
 * Trains a naive Bayes classifier of Weka and updates it: {@code java Update CLASS TRAIN UPDATE TEST} prints
 * the model, and the label that it gives to each row of the last file.
 */
public class Update {
    public static void main(String[] arguments) throws Exception {
        NaiveBayes classifier = (NaiveBayes) Classifier.forName(arguments[0], new String[0]);
        classifier.buildClassifier(read(arguments[1]));
        Instances updates = read(arguments[2]);
        for (int row = 0; row < updates.numInstances(); row++) {
            classifier.updateClassifier(updates.instance(row));
        }
        for (String line : classifier.toString().split("\n")) {
            System.out.println("model: " + line);
        }
        Instances test = read(arguments[3]);
        for (int row = 0; row < test.numInstances(); row++) {
            int label = (int) classifier.classifyInstance(test.instance(row));
            System.out.println("label: " + test.classAttribute().value(label));
        }
    }

    private static Instances read(String path) throws Exception {
        Instances instances = new Instances(new FileReader(path));
        instances.setClassIndex(instances.numAttributes() - 1);
        return instances;
    }
}
