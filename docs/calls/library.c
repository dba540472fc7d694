/* A function of two numbers in a shared library: cc -shared -fPIC -o libdistance.so library.c -lm */

#include <math.h>

double distance(const double *arguments, int n)
{
    return n == 2 ? sqrt(arguments[0] * arguments[0] + arguments[1] * arguments[1]) : NAN;
}
