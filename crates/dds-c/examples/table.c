/* The table of a deal, its par, and the best lead, from C, with the library in ~/dds:
 *
 *   cargo xtask install-dds ~/dds
 *   export PKG_CONFIG_PATH=~/dds/lib/pkgconfig
 *   cc crates/dds-c/examples/table.c $(pkg-config --cflags --libs dds) -o table
 *   LD_LIBRARY_PATH=~/dds/lib ./table "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
 */
#include "dds_c.h"
#include <stdio.h>
#include <string.h>

int main(int count, char **words) {
  struct ddTableDealPBN deal = {""};
  struct ddTableResults table;
  struct parResults par;
  struct dealPBN board = {4, 3, {0}, {0}, ""};
  struct futureTricks leads;
  char why[80];
  if (count != 2 || strlen(words[1]) >= sizeof deal.cards) {
    fprintf(stderr, "which deal?\n");
    return 2;
  }
  strcpy(deal.cards, words[1]);
  int code = CalcDDtablePBN(deal, &table);
  if (code != RETURN_NO_FAULT) {
    ErrorMessage(code, why);
    fprintf(stderr, "%s\n", why);
    return 1;
  }
  for (int strain = 0; strain < DDS_STRAINS; strain++) {
    printf("%c", "SHDCN"[strain]);
    for (int hand = 0; hand < DDS_HANDS; hand++) printf(" %2d", table.resTable[strain][hand]);
    printf("\n");
  }
  if (Par(&table, &par, 0) == RETURN_NO_FAULT)
    printf("%s (%s)\n", par.parScore[0], par.parContractsString[0]);
  strcpy(board.remainCards, words[1]);
  code = SolveBoardPBN(board, -1, 1, 1, &leads, 0);
  if (code == RETURN_NO_FAULT)
    printf("West leads %c%c: %d tricks\n", "SHDC"[leads.suit[0]], "0023456789TJQKA"[leads.rank[0]], leads.score[0]);
  return code != RETURN_NO_FAULT;
}
