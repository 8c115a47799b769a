/* Double-dummy solver for C and C++, with the names, layouts and codes of DDS 2.9.
 * Suits: spades, hearts, diamonds and clubs are 0 to 3; the strain notrump is 4. Hands: North to West are 0 to 3.
 * Ranks are 2 to 14; a set of cards has the bit with that number. Functions that return an int return 1 or a negative
 * code, which ErrorMessage explains. Pointers must point to whole structures. A null pointer is an error. */
#ifndef DDS_C_H
#define DDS_C_H

#ifndef __cplusplus
#include <stdbool.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Version of DDS whose functions the library has: 2.9.0. */
#define DDS_VERSION 20900

#define DDS_HANDS 4
#define DDS_SUITS 4
#define DDS_STRAINS 5
#define MAXNOOFBOARDS 200
#define MAXNOOFTABLES 40

#define RETURN_NO_FAULT 1
#define RETURN_UNKNOWN_FAULT -1
#define RETURN_ZERO_CARDS -2
#define RETURN_TARGET_TOO_HIGH -3
#define RETURN_DUPLICATE_CARDS -4
#define RETURN_TARGET_WRONG_LO -5
#define RETURN_TARGET_WRONG_HI -7
#define RETURN_SOLNS_WRONG_LO -8
#define RETURN_SOLNS_WRONG_HI -9
#define RETURN_TOO_MANY_CARDS -10
#define RETURN_SUIT_OR_RANK -12
#define RETURN_PLAYED_CARD -13
#define RETURN_CARD_COUNT -14
#define RETURN_THREAD_INDEX -15
#define RETURN_MODE_WRONG_LO -16
#define RETURN_MODE_WRONG_HI -17
#define RETURN_TRUMP_WRONG -18
#define RETURN_FIRST_WRONG -19
#define RETURN_PLAY_FAULT -98
#define RETURN_PBN_FAULT -99
#define RETURN_TOO_MANY_BOARDS -101
#define RETURN_THREAD_CREATE -102
#define RETURN_THREAD_WAIT -103
#define RETURN_THREAD_MISSING -104
#define RETURN_NO_SUIT -201
#define RETURN_TOO_MANY_TABLES -202
#define RETURN_CHUNK_SIZE -301
/* Not in DDS: see SetNodeLimit. */
#define RETURN_NODE_LIMIT -1001

struct deal {
  int trump;
  int first;
  int currentTrickSuit[3];
  int currentTrickRank[3];
  unsigned int remainCards[DDS_HANDS][DDS_SUITS];
};

struct dealPBN {
  int trump;
  int first;
  int currentTrickSuit[3];
  int currentTrickRank[3];
  char remainCards[80];
};

struct futureTricks {
  int nodes;
  int cards;
  int suit[13];
  int rank[13];
  int equals[13];
  int score[13];
};

struct boards {
  int noOfBoards;
  struct deal deals[MAXNOOFBOARDS];
  int target[MAXNOOFBOARDS];
  int solutions[MAXNOOFBOARDS];
  int mode[MAXNOOFBOARDS];
};

struct boardsPBN {
  int noOfBoards;
  struct dealPBN deals[MAXNOOFBOARDS];
  int target[MAXNOOFBOARDS];
  int solutions[MAXNOOFBOARDS];
  int mode[MAXNOOFBOARDS];
};

struct solvedBoards {
  int noOfBoards;
  struct futureTricks solvedBoard[MAXNOOFBOARDS];
};

struct ddTableDeal {
  unsigned int cards[DDS_HANDS][DDS_SUITS];
};

struct ddTableDealPBN {
  char cards[80];
};

struct ddTableDeals {
  int noOfTables;
  struct ddTableDeal deals[MAXNOOFTABLES * DDS_STRAINS];
};

struct ddTableDealsPBN {
  int noOfTables;
  struct ddTableDealPBN deals[MAXNOOFTABLES * DDS_STRAINS];
};

struct ddTableResults {
  int resTable[DDS_STRAINS][DDS_HANDS];
};

struct ddTablesRes {
  int noOfBoards;
  struct ddTableResults results[MAXNOOFTABLES * DDS_STRAINS];
};

/* Par with each contract as text: "4N-W+1" is made by West with an overtrick, "4S*-EW-1" fails by a trick, doubled. Of
 * several levels that score par, the lowest is named. SidesPar has the order of parContractsString. DealerPar has the
 * highest contract first; of contracts that fail, clubs first and notrump last. A deal that is passed out has the one
 * contract "pass". */
struct parResultsDealer {
  int number;
  int score;
  char contracts[10][10];
};

/* A par contract in numbers: notrump is 0, spades to clubs are 1 to 4. Declarers are North to West from 0 to 3, both
 * North and South 4, both East and West 5. The level is 0 if the deal is passed out. */
struct contractType {
  int underTricks;
  int overTricks;
  int level;
  int denom;
  int seats;
};

struct parResultsMaster {
  int score;
  int number;
  struct contractType contracts[10];
};

/* A play: the suit and rank of each card, in the order played. */
struct playTraceBin {
  int number;
  int suit[52];
  int rank[52];
};

/* A play as text: the suit and rank of each card without spaces, such as "SQD2". */
struct playTracePBN {
  int number;
  char cards[106];
};

/* The declarer's tricks in the whole play: tricks[0] before the first card, tricks[n] after n cards. */
struct solvedPlay {
  int number;
  int tricks[53];
};

struct playTracesBin {
  int noOfBoards;
  struct playTraceBin plays[MAXNOOFBOARDS];
};

struct playTracesPBN {
  int noOfBoards;
  struct playTracePBN plays[MAXNOOFBOARDS];
};

struct solvedPlays {
  int noOfBoards;
  struct solvedPlay solved[MAXNOOFBOARDS];
};

/* Par as text for each side as the first bidder: index 0 for North-South, index 1 for East-West. parScore is the score
 * of that side, such as "NS -110" and "EW 110". parContractsString names the contracts of notrump first, then spades to
 * clubs, each with its declarers and all levels that score par: "NS:NS 23S,N 23H". Doubled contracts, which fail, end
 * with x: "EW:EW 4Sx". It is "NS:" or "EW:" if the deal is passed out. */
struct parResults {
  char parScore[2][16];
  char parContractsString[2][128];
};

struct allParResults {
  struct parResults presults[MAXNOOFTABLES];
};

/* Par as one text for each side as the first bidder, such as "Par -110: EW 2S EW 2D+1". equal: par is the same for both. */
struct parTextResults {
  char parText[2][128];
  bool equal;
};

/* system: 0 another, 1 Windows, 3 Linux, 4 macOS. threading: as in SetThreading. compiler and constructor are 0, and
 * threadSizes is empty. */
struct DDSInfo {
  int major;
  int minor;
  int patch;
  char versionString[10];
  int system;
  int numBits;
  int compiler;
  int constructor;
  int numCores;
  int threading;
  int noOfThreads;
  char threadSizes[128];
  char systemString[1024];
};

/* Number of threads for calls with many boards and for tables; 0 means one per core. Each uses at most 63 MB. */
void SetMaxThreads(int userThreads);
/* Turns the threads on with 5, and off with 0. RETURN_THREAD_MISSING: another number. */
int SetThreading(int code);
void SetResources(int maxMemoryMB, int maxThreads);
/* Not in DDS: maximum number of nodes (as in futureTricks) for a board, or for one strain of a table, before the call
 * returns RETURN_NODE_LIMIT. 0, the default, means no limit. */
void SetNodeLimit(long long nodes);
/* Frees the memory of the calling thread's solver. */
void FreeMemory(void);

/* Cards with more tricks come first. Cards with the same tricks come in the order of suits, spades first, and the
 * highest first in a suit; DDS has another order, that of its search.
 * target: -1 for the maximum, 0 for the cards without a search, or the number of tricks to reach. solutions: 1 for one
 * card, 2 for all equally good cards, 3 for all legal cards. mode 0: a single legal card is not searched. */
int SolveBoard(struct deal dl, int target, int solutions, int mode, struct futureTricks *futp, int threadIndex);
int SolveBoardPBN(struct dealPBN dlpbn, int target, int solutions, int mode, struct futureTricks *futp, int thrId);
int SolveAllBoards(struct boardsPBN *bop, struct solvedBoards *solvedp);
int SolveAllBoardsBin(struct boards *bop, struct solvedBoards *solvedp);
/* Other names of SolveAllBoards and SolveAllBoardsBin. chunkSize changes nothing. RETURN_CHUNK_SIZE: it is less than 1. */
int SolveAllChunks(struct boardsPBN *bop, struct solvedBoards *solvedp, int chunkSize);
int SolveAllChunksPBN(struct boardsPBN *bop, struct solvedBoards *solvedp, int chunkSize);
int SolveAllChunksBin(struct boards *bop, struct solvedBoards *solvedp, int chunkSize);

int CalcDDtable(struct ddTableDeal tableDeal, struct ddTableResults *tablep);
int CalcDDtablePBN(struct ddTableDealPBN tableDealPBN, struct ddTableResults *tablep);
/* A strain with a filter other than 0 is skipped. If mode is a vulnerability and no strain is skipped, par is computed
 * too. -1 means no par; presp may then be null. */
int CalcAllTables(struct ddTableDeals *dealsp, int mode, int trumpFilter[DDS_STRAINS], struct ddTablesRes *resp,
                  struct allParResults *presp);
int CalcAllTablesPBN(struct ddTableDealsPBN *dealsp, int mode, int trumpFilter[DDS_STRAINS], struct ddTablesRes *resp,
                     struct allParResults *presp);

/* Vulnerability: 0 none, 1 both, 2 North-South, 3 East-West. RETURN_UNKNOWN_FAULT: another number, or a table with
 * tricks that are not 0 to 13. Sides bid, not hands: a par that depends on the hand of a side that bids first can differ
 * from that of DDS. */
int Par(struct ddTableResults *tablep, struct parResults *presp, int vulnerable);
int CalcPar(struct ddTableDeal tableDeal, int vulnerable, struct ddTableResults *tablep, struct parResults *presp);
int CalcParPBN(struct ddTableDealPBN tableDealPBN, struct ddTableResults *tablep, int vulnerable,
               struct parResults *presp);

/* The score is that of North and South. A dealer that is not 0 to 3 returns RETURN_UNKNOWN_FAULT. */
int DealerPar(struct ddTableResults *tablep, struct parResultsDealer *presp, int dealer, int vulnerable);
int DealerParBin(struct ddTableResults *tablep, struct parResultsMaster *presp, int dealer, int vulnerable);
/* Like Par: index 0 if North-South bid first, with their score, and index 1 if East-West do, with theirs. */
int SidesPar(struct ddTableResults *tablep, struct parResultsDealer sidesRes[2], int vulnerable);
int SidesParBin(struct ddTableResults *tablep, struct parResultsMaster sidesRes[2], int vulnerable);
/* The results of DealerParBin and SidesParBin as text: "Par 110: NS 2S NS 2H". A deal that is passed out is "Par 0".
 * Notrump is N in the first and NT in the second. RETURN_UNKNOWN_FAULT: a number outside the range of its field. */
int ConvertToDealerTextFormat(struct parResultsMaster *pres, char resp[128]);
int ConvertToSidesTextFormat(struct parResultsMaster pres[2], struct parTextResults *resp);

/* The declarer is the hand to the right of dl.first. The play starts after the cards on the table. The last trick is
 * not analysed, so a whole play has 49 results. RETURN_PLAY_FAULT: number is not 0 to 52, a suit or rank is wrong, or
 * a card before the last trick is not held by the hand to play or doesn't follow suit. thrId is ignored. */
int AnalysePlayBin(struct deal dl, struct playTraceBin play, struct solvedPlay *solved, int thrId);
int AnalysePlayPBN(struct dealPBN dlPBN, struct playTracePBN playPBN, struct solvedPlay *solvedp, int thrId);
/* RETURN_UNKNOWN_FAULT: the numbers of boards and plays differ. chunkSize is ignored. */
int AnalyseAllPlaysBin(struct boards *bop, struct playTracesBin *plp, struct solvedPlays *solvedp, int chunkSize);
int AnalyseAllPlaysPBN(struct boardsPBN *bopPBN, struct playTracesPBN *plpPBN, struct solvedPlays *solvedp,
                       int chunkSize);

void GetDDSInfo(struct DDSInfo *info);
void ErrorMessage(int code, char line[80]);

#ifdef __cplusplus
}
#endif

#endif
