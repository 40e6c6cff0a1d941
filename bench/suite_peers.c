// SPDX-License-Identifier: MIT
// Ours against packages that people would use instead. A peer is a program of its own (peers/): for
// every line that we send it works one round and tells how many things it made in what time.
// There are so many pieces of work, which differ as frames of a film do, and each is done in several
// rounds. Rounds of both take turns and last about as long, 2 to 30 ms. Of each piece the
// quickest round counts, since all that disturbs makes slower; then all pieces together.
#define _POSIX_C_SOURCE 200809L // pipes and processes

#include "bench.h"
#include "peers_keyframe.h"
#include "peers_terrain.h"

#include <quincunx/bolt.h>
#include <quincunx/maze.h>

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PIECES 60
#define WARM_UP 3 // times all pieces, in which a peer's compiler comes to know its loops
#define TIMES 10  // that count
#define LONG_TIMES 3

// One row a peer.
typedef struct peer {
    const char *name;   // peers.NAME_ratio and so on
    const char *things; // what is counted
    const char *script; // in bench/peers
    void *(*open)(void);
    tally (*round)(void *ours, uint32_t piece);
    void (*close)(void *ours);
    bool long_rounds; // of seconds: one piece, fewer times
} peer;

// --- ours: lightning

#define STRIKES 4
#define FRAMES 200 // in each of our rounds: as long as the one frame of the peer
#define PACE 15.0  // pieces a second

typedef struct strikes {
    qx_bolt *bolts[STRIKES];
    qx_bolt_vertex *vertices;
    uint32_t *indices;
} strikes;

static void close_bolts(void *ours)
{
    strikes *s = ours;
    for (int i = 0; i < STRIKES; i++) qx_bolt_destroy(s->bolts[i]);
    free(s->vertices);
    free(s->indices);
    free(s);
}

// Between the ends of LightningStrike's defaults; all else by ours, as all else there is by theirs.
static bool grow_bolts(strikes *s)
{
    qx_bolt_desc desc = { .to = { 0, 100, 0 }, .space = QX_BOLT_SOLID };
    for (int i = 0; i < STRIKES; i++) {
        desc.seed = (uint64_t)i + 1;
        if (qx_bolt_create(&desc, &s->bolts[i]) != QX_OK) return false;
    }
    const qx_bolt_counts bound = qx_bolt_bound_ribbon(s->bolts[0]);
    s->vertices = calloc(bound.vertices, sizeof *s->vertices);
    s->indices = calloc(bound.indices, sizeof *s->indices);
    return s->vertices && s->indices;
}

static void *open_bolts(void)
{
    strikes *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    if (grow_bolts(s)) return s;
    close_bolts(s);
    return NULL;
}

// The pieces span four seconds, in which the peer's branches have come and gone once.
static tally round_bolts(void *ours, uint32_t piece)
{
    static const qx_bolt_camera camera = { .eye = { 30, 40, 160 }, .placed = true };
    strikes *s = ours;
    tally made = { 0 };
    const double start = bench_seconds();
    for (int i = 0; i < FRAMES; i++) {
        const qx_bolt_pose pose = { .time = (piece + (double)i / FRAMES) / PACE };
        for (int k = 0; k < STRIKES; k++) {
            qx_bolt_build_ribbon(s->bolts[k], &pose, &camera, s->vertices, s->indices, 0, NULL);
            made.count += qx_bolt_get_info(s->bolts[k]).segments;
        }
    }
    made.seconds = bench_seconds() - start;
    return made;
}

// --- ours: mazes in three dimensions

#define SIDE 64u

typedef struct mazes {
    uint32_t count; // in each of our rounds: as long as the peer's
} mazes;

static void *open_mazes(uint32_t count)
{
    mazes *m = malloc(sizeof *m);
    if (m) m->count = count;
    return m;
}

static void *open_few_mazes(void)
{
    return open_mazes(2);
}

static void *open_many_mazes(void)
{
    return open_mazes(12);
}

static tally round_mazes(void *ours, uint32_t piece)
{
    const uint32_t count = ((const mazes *)ours)->count;
    qx_maze_desc desc = { .width = SIDE, .height = SIDE, .depth = SIDE };
    tally made = { 0 };
    const double start = bench_seconds();
    for (uint32_t i = 0; i < count; i++) {
        qx_maze *maze;
        desc.seed = (uint64_t)piece * count + i;
        if (qx_maze_create(&desc, NULL, &maze) != QX_OK) continue;
        made.count += (double)qx_maze_get_info(maze).present;
        qx_maze_destroy(maze);
    }
    made.seconds = bench_seconds() - start;
    return made;
}

static const peer peers[] = {
    { "three.bolt", "segments", "three_bolt.mjs", open_bolts, round_bolts, close_bolts, false },
    { "three.pose", "poses", "three_pose.mjs", open_poses, round_poses, close_poses, false },
    { "rotjs.maze", "cells", "rotjs_maze.mjs", open_many_mazes, round_mazes, free, false },
    { "generatemaze.maze", "cells", "generatemaze_maze.mjs", open_few_mazes, round_mazes, free,
      false },
    { "martini.map", "samples", "martini_map.mjs", open_rtin_midpoint, round_rtin_map,
      close_terrain, true },
    { "martini.map_exact", "samples", "martini_map.mjs", open_rtin_exact, round_rtin_map,
      close_terrain, true },
    { "martini.mesh", "triangles", "martini_mesh.mjs", open_rtin_midpoint, round_rtin_mesh,
      close_terrain, true },
    { "delatin.tin", "triangles", "delatin_tin.mjs", open_tin, round_tin, close_terrain, true },
};

static uint32_t pieces_of(const peer *p)
{
    return p->long_rounds ? 1 : PIECES;
}

// --- the peer's process

typedef struct process {
    pid_t id;
    FILE *to, *from;
} process;

static void become_peer(const peer *p, int in, int out)
{
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    execl("/bin/sh", "sh", QX_PEERS_SOURCE "/start.sh", QX_PEERS_FOLDER, p->script, (char *)NULL);
    _exit(127);
}

static void close_pipe(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

static bool start_process(const peer *p, process *started)
{
    int orders[2], answers[2];
    if (pipe(orders) != 0) return false;
    if (pipe(answers) != 0) return close_pipe(orders), false;
    fflush(NULL); // else the child would write it once more
    const pid_t id = fork();
    if (id == 0) {
        close(orders[1]);
        close(answers[0]);
        become_peer(p, orders[0], answers[1]);
    }
    if (id < 0) return close_pipe(orders), close_pipe(answers), false;
    close(orders[0]);
    close(answers[1]);
    *started = (process){ id, fdopen(orders[1], "w"), fdopen(answers[0], "r") };
    return started->to && started->from;
}

static void end_process(process *p)
{
    if (p->to) fclose(p->to);
    if (p->from) fclose(p->from);
    waitpid(p->id, NULL, 0);
}

// Its first line is "ready", or says why it cannot be had.
static bool is_ready(const process *p, const char *name)
{
    char line[400];
    if (!fgets(line, sizeof line, p->from)) strcpy(line, "skipped: it does not start\n");
    if (strcmp(line, "ready\n") == 0) return true;
    fprintf(stderr, "peers.%s: %s", name, line);
    return false;
}

static bool round_theirs(const process *p, uint32_t piece, tally *made)
{
    char line[100];
    if (fprintf(p->to, "%u\n", piece) < 0 || fflush(p->to) != 0) return false;
    if (!fgets(line, sizeof line, p->from)) return false;
    return sscanf(line, "%lf %lf", &made->count, &made->seconds) == 2 && made->count > 0;
}

// --- comparing

// The quickest rounds, a piece each.
typedef struct record {
    tally best[PIECES];
} record;

static void take(tally *best, tally made)
{
    if (best->count == 0.0 || made.seconds < best->seconds) *best = made;
}

static tally sum_of(const record *r)
{
    tally all = { 0 };
    for (uint32_t i = 0; i < PIECES; i++) {
        all.count += r->best[i].count;
        all.seconds += r->best[i].seconds;
    }
    return all;
}

static bool compare(const peer *p, const process *theirs, void *ours, record *us, record *them)
{
    const int warm_up = p->long_rounds ? 1 : WARM_UP, times = p->long_rounds ? LONG_TIMES : TIMES;
    for (int time = -warm_up; time < times; time++) {
        for (uint32_t piece = 0; piece < pieces_of(p); piece++) {
            tally made;
            if (!round_theirs(theirs, piece, &made)) return false;
            if (time >= 0) take(&them->best[piece], made);
            made = p->round(ours, piece);
            if (time >= 0) take(&us->best[piece], made);
        }
    }
    return true;
}

static void report(const peer *p, const char *side, const char *of, double value, const char *unit)
{
    char name[64];
    snprintf(name, sizeof name, "peers.%s_%s%s", p->name, side, of);
    bench_metric(name, value, unit);
}

static void report_both(const peer *p, tally us, tally them)
{
    const double ours = us.seconds / us.count, theirs = them.seconds / them.count;
    report(p, "", "ratio", theirs / ours, "x");
    report(p, "", "ns", ours * 1e9, "ns");
    report(p, "", p->things, us.count / pieces_of(p), "1");
    report(p, "peer_", "ns", theirs * 1e9, "ns");
    report(p, "peer_", p->things, them.count / pieces_of(p), "1");
}

static void measure(const peer *p, const process *theirs)
{
    record us = { 0 }, them = { 0 };
    void *ours = p->open();
    if (ours && compare(p, theirs, ours, &us, &them))
        report_both(p, sum_of(&us), sum_of(&them));
    else
        fprintf(stderr, "peers.%s: %s\n", p->name,
                ours ? "the peer broke off" : "no memory or no place for a map");
    if (ours) p->close(ours);
}

void suite_peers(void)
{
    void (*before)(int) =
        signal(SIGPIPE, SIG_IGN); // a peer that ends early is told of, not died of
    for (size_t i = 0; i < sizeof peers / sizeof peers[0]; i++) {
        process theirs = { 0 };
        if (!start_process(&peers[i], &theirs)) {
            fprintf(stderr, "peers.%s: skipped: no process\n", peers[i].name);
            continue;
        }
        if (is_ready(&theirs, peers[i].name)) measure(&peers[i], &theirs);
        end_process(&theirs);
    }
    signal(SIGPIPE, before);
}
