/* Answers calls of a function of two numbers: one line in, one line out. */

#include <math.h>
#include <stdio.h>

static double distance(double x, double y) { return sqrt(x * x + y * y); }

int main(void)
{
    double x, y;

    while (scanf("%lf %lf", &x, &y) == 2)
        printf("%.17g\n", distance(x, y));
    return 0;
}
