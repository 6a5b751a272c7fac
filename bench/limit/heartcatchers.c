/* Heartcatchers for speed alone: the limit that our compiled rules are measured against.
 *
 * The printed deck and nothing else: no edition, no words, no record of who has seen what. A Secret is added to
 * its stack's tally as it is played, a stack is eight bytes, a swap is two of them. What stays is what any
 * player of the game needs: the list of legal moves in ascending order, a uniform choice, the move. Streams,
 * lists and choices are those of parlour.engine, so the totals of the same seed must be equal.
 */
#include <stdint.h>

enum { BLUE, RED, GREEN, WHITE };
enum { CATCH, STEAL, SECRET, STARTS, LAY, DRAW };
enum { CARDS = 20, COLUMNS = 3, HAND = 3, WORTH = 3, NOBODY = -1, CHANCE = -1, OVER = -2, WIN = 12 };

/* Three blank hearts, an Ultimate Love, a Heartbreaker and a Change-of-Heart in each colour; two Uncatchables. */
static const int8_t SUIT[CARDS] = {BLUE, BLUE, BLUE, BLUE, BLUE, BLUE, RED, RED, RED, RED, RED, RED,
                                   GREEN, GREEN, GREEN, GREEN, GREEN, GREEN, WHITE, WHITE};
static const int8_t VALUE[CARDS] = {0, 0, 0, WORTH, -WORTH, 0, 0, 0, 0, WORTH, -WORTH, 0,
                                    0, 0, 0, WORTH, -WORTH, 0, 0, 0};
static const int8_t CHANGES[CARDS] = {0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0};

/* Bit s: suit s catches this top. */
static const uint8_t CATCHERS[4] = {1 << GREEN | 1 << WHITE, 1 << BLUE | 1 << WHITE, 1 << RED | 1 << WHITE, 0};
static const uint8_t HEARTS = 1 << BLUE | 1 << RED | 1 << GREEN;

typedef struct {
    uint8_t catchers; /* suits that catch its top */
    int8_t points;    /* face-up cards that score */
    int8_t secret;    /* what its Secrets will add */
    int8_t changes;   /* Change-of-Hearts under it */
    int32_t spare;
} Stack;

typedef struct {
    Stack stack[2 * COLUMNS];
    uint32_t deck;
    int8_t hand[2][HAND];
    int8_t held[2];
    int8_t seat, turn, drawer, first, laid, pile, white_safe, white_scores;
    int16_t ply, points[2];
} State;

typedef struct {
    int64_t steps, decisions, longest, results[2], points[2];
} Totals;

static const uint64_t GOLDEN = 0x9E3779B97F4A7C15u;

static inline uint64_t mixed(uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

static inline int below(uint64_t *rng, uint64_t n) {
    *rng += GOLDEN;
    return (int)(((mixed(*rng) >> 32) * n) >> 32);
}

static inline uint32_t make(uint32_t kind, int a, int b, int c) {
    return kind << 24 | (uint32_t)(a + 1) << 16 | (uint32_t)(b + 1) << 8 | (uint32_t)(c + 1);
}

static inline int legal_for_chance(const State *g, uint32_t *out) {
    if (g->first == NOBODY) {
        out[0] = make(STARTS, 0, -1, -1);
        out[1] = make(STARTS, 1, -1, -1);
        return 2;
    }
    uint32_t base = make(g->drawer == NOBODY ? LAY : DRAW, 0, -1, -1);
    int n = 0;
    for (uint32_t deck = g->deck; deck; deck &= deck - 1) out[n++] = base + ((uint32_t)__builtin_ctz(deck) << 16);
    return n;
}

static inline int legal(const State *g, uint32_t *out) {
    if (g->seat == CHANCE) return legal_for_chance(g, out);
    const int8_t *hand = g->hand[g->seat];
    int mine = g->seat * COLUMNS, theirs = COLUMNS - mine, n = 0;
    for (int h = 0; h < HAND; h++) {
        if (hand[h] < 0) continue;
        for (int p = mine; p < mine + COLUMNS; p++) {
            out[n] = make(CATCH, h, p, -1);
            n += g->stack[p].catchers >> SUIT[hand[h]] & 1;
        }
    }
    for (int h = 0; h < HAND; h++) {
        if (hand[h] < 0) continue;
        for (int p = theirs; p < theirs + COLUMNS; p++) {
            for (int b = 0; b < COLUMNS; b++) out[n + b] = make(STEAL, h, p, mine + b);
            n += COLUMNS * (g->stack[p].catchers >> SUIT[hand[h]] & 1);
        }
    }
    for (int h = 0; h < HAND; h++) {
        if (hand[h] < 0) continue;
        for (int p = 0; p < 2 * COLUMNS; p++) out[n + p] = make(SECRET, h, p, -1);
        n += 2 * COLUMNS;
    }
    return n;
}

static void score(State *g) {
    g->points[0] = g->points[1] = 0;
    for (int c = 0; c < COLUMNS; c++) {
        Stack *a = &g->stack[c], *b = &g->stack[COLUMNS + c];
        int swapped = (a->changes + b->changes) & 1;
        g->points[swapped] += a->points + a->secret;
        g->points[!swapped] += b->points + b->secret;
    }
    g->seat = OVER;
}

static inline void pass_turn(State *g) {
    int other = 1 - g->turn;
    if (g->held[other]) {
        g->turn = (int8_t)other;
    } else if (!g->held[g->turn]) {
        score(g);
        return;
    }
    g->seat = g->turn;
}

static inline void draw_card(State *g, int card) {
    int seat = g->drawer, h = 0;
    g->deck ^= 1u << card;
    g->pile--;
    while (g->hand[seat][h] >= 0) h++;
    g->hand[seat][h] = (int8_t)card;
    if (++g->held[seat] < HAND && g->pile) return;
    if (g->turn == NOBODY && seat == g->first) {
        g->drawer = (int8_t)(1 - seat);
        return;
    }
    g->drawer = NOBODY;
    if (g->turn == NOBODY)
        g->seat = g->turn = g->first;
    else
        pass_turn(g);
}

static inline void lay_card(State *g, int card) {
    int white = SUIT[card] == WHITE;
    Stack *s = &g->stack[g->laid++];
    g->deck ^= 1u << card;
    g->pile--;
    s->catchers = white && !g->white_safe ? HEARTS : CATCHERS[SUIT[card]];
    s->points = (int8_t)(!white || g->white_scores);
    if (g->laid == 2 * COLUMNS) g->drawer = g->first;
}

static inline void play(State *g, uint32_t m) {
    int kind = m >> 24, a = (int)(m >> 16 & 255) - 1, b = (int)(m >> 8 & 255) - 1, c = (int)(m & 255) - 1;
    g->ply++;
    if (kind == DRAW) return draw_card(g, a);
    if (kind == LAY) return lay_card(g, a);
    if (kind == STARTS) {
        g->first = (int8_t)a;
        return;
    }
    int card = g->hand[g->seat][a];
    Stack *s = &g->stack[b];
    g->hand[g->seat][a] = NOBODY;
    g->held[g->seat]--;
    if (kind == SECRET) {
        s->secret += VALUE[card];
        s->changes += CHANGES[card];
    } else {
        s->catchers = CATCHERS[SUIT[card]];
        s->points += SUIT[card] != WHITE || g->white_scores;
        if (kind == STEAL) {
            Stack given = g->stack[c];
            g->stack[c] = *s;
            *s = given;
        }
    }
    if (g->pile) {
        g->drawer = g->seat;
        g->seat = CHANCE;
    } else {
        pass_turn(g);
    }
}

/* Random games first .. first + count - 1 of a seed; what they add up to. */
void random_games(uint64_t seed, int64_t first, int64_t count, int white_safe, int white_scores, Totals *t) {
    uint32_t moves[HAND * (COLUMNS + COLUMNS * COLUMNS + 2 * COLUMNS)];
    for (int64_t i = first; i < first + count; i++) {
        uint64_t rng = mixed(mixed(seed + GOLDEN) + (uint64_t)i * GOLDEN);
        State g = {.deck = (1u << CARDS) - 1, .seat = CHANCE, .turn = NOBODY, .drawer = NOBODY, .first = NOBODY,
                   .hand = {{NOBODY, NOBODY, NOBODY}, {NOBODY, NOBODY, NOBODY}}, .pile = CARDS,
                   .white_safe = (int8_t)white_safe, .white_scores = (int8_t)white_scores};
        while (g.seat != OVER) {
            t->decisions += g.seat != CHANCE;
            int n = legal(&g, moves);
            play(&g, moves[below(&rng, (uint64_t)n)]);
        }
        t->steps += g.ply;
        if (g.ply > t->longest) t->longest = g.ply;
        int lead = g.points[0] - g.points[1];
        t->results[0] += lead > 0 ? WIN : lead ? 0 : WIN / 2;
        t->results[1] += lead < 0 ? WIN : lead ? 0 : WIN / 2;
        t->points[0] += g.points[0];
        t->points[1] += g.points[1];
    }
}
