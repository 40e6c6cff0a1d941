// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"
#include "glow.h"

#include <stdbool.h>

/// @file
/// Lightning: grown in three ways, alive in time, as ribbons, glowing lines or a tree to read.
///
/// Does: grow a bolt with branches between two ends, along a path through many, or around obstacles
/// to several targets; move it smoothly in time while its ends move; write ribbons and lines into
/// the caller's memory; say when it strikes, flashes and thunders.
/// Does not: draw (glow.h and render.h do), keep time, play sounds, know what is struck.
///
///     qx_bolt *bolt;
///     const qx_bolt_desc desc = { .from = { 40, 40, 0 }, .to = { 600, 300, 0 }, .seed = 7 };
///     if (qx_bolt_create(&desc, &bolt) != QX_OK) return 1;
///     qx_glow_line *lines = malloc(qx_bolt_bound_lines(bolt) * sizeof *lines);
///     uint32_t count = qx_bolt_build_lines(bolt, &(qx_bolt_pose){ .time = now }, lines, NULL);
///     qx_bolt_destroy(bolt);
///
/// Space: x right, y down, z toward the viewer. A bolt grows in the frame of its ends, so its shape
/// turns, moves and scales with them.
/// Time: a pose is a pure function of (description, ends, time): any frame rate, any jump,
/// backwards too. Simulate with game randomness elsewhere: nothing here is shared with it.
/// Units: world units for length, seconds for time, radians for angles.
/// Threads: one call at a time for one bolt; const calls of one bolt may run together; different
/// bolts are independent.
/// Same bits: the same description and calls give the same bytes on every compiler, processor and
/// instruction set.
/// Sources: the midpoint algorithm is drilian's "Lightning Bolts"; sorted offsets are Hoffman's
/// (Tuts+); breakdown is Kim, Sewall, Sud and Lin, "Fast Simulation of Laplacian Growth" (2007);
/// 35 degrees for branches are Kruszewski's (1999). docs/bolt.md says what differs.

typedef struct qx_bolt qx_bolt;

/// Most segments a bolt may have.
#define QX_BOLT_MAX_SEGMENTS (1u << 22)
/// Most halvings.
#define QX_BOLT_MAX_GENERATIONS 16u
/// Most links of a path.
#define QX_BOLT_MAX_LINKS 65536u
/// Most further targets, and most obstacles, of QX_BOLT_BREAKDOWN.
#define QX_BOLT_MAX_TARGETS 64u
#define QX_BOLT_MAX_OBSTACLES 256u
/// "No such segment": the parent of those that begin at an end.
#define QX_BOLT_NONE UINT32_MAX

/// How a bolt comes to its shape.
typedef enum qx_bolt_growth {
    QX_BOLT_MIDPOINT = 0, ///< Every segment is split again and again, and may branch: drilian's.
    QX_BOLT_OFFSETS,      ///< A trunk of points at sorted places, each offset sideways from its
                          ///< neighbour; branches start along the finished trunk: Hoffman's.
    QX_BOLT_BREAKDOWN     ///< Grows particle by particle toward the targets as charge would, around
                          ///< obstacles: fast dielectric breakdown.
} qx_bolt_growth;

/// Where a bolt may leave the straight line to.
typedef enum qx_bolt_space {
    QX_BOLT_FLAT = 0, ///< Within the plane of x and y; z runs straight from end to end.
    QX_BOLT_SOLID     ///< All around it.
} qx_bolt_space;

/// Something QX_BOLT_BREAKDOWN goes around: a ball, or a box with its sides along the axes.
typedef struct qx_bolt_obstacle {
    qx_vec3 centre;
    float radius; ///< Of a ball (a disc where the bolt is flat), above 0.
    qx_vec3 half; ///< Of a box, used where radius is 0: half its breadths, above 0 (z is not looked
                  ///< at where the bolt is flat).
} qx_bolt_obstacle;

/// Everything a bolt is made from. Zero means the default; only the ends must be given.
typedef struct qx_bolt_desc {
    qx_vec3 from, to;        ///< The ends, within 1e7. Equal ends make a bolt of no length: one
                             ///< dot.
    const qx_vec3 *path;     ///< A chain: every link is a bolt of its own from one point to the
                             ///< next. MIDPOINT and OFFSETS only.
    uint32_t path_count;     ///< Its points, within 1e7, 2 to QX_BOLT_MAX_LINKS + 1; 0: from and to
                             ///< are the ends.
    qx_bolt_growth growth;   ///< Default QX_BOLT_MIDPOINT.
    qx_bolt_space space;     ///< Default QX_BOLT_FLAT.
    uint64_t seed;
    uint32_t generations;    ///< Halvings of each link: a trunk of 2^generations segments, 1 to
                             ///< QX_BOLT_MAX_GENERATIONS. Default 7.
    float roughness;         ///< Share of a sideways offset that is left when segments halve,
                             ///< beyond their own halving: above 0 to 1. 1 is as jagged at every
                             ///< size; small values bend smoothly. Default 0.95.
    float straightness;      ///< 0 is wild, 1 straight. Default 0.
    float branch_chance;     ///< Of a branch at a split, up to 1. Default 0.3; negative: none.
    float branch_scale;      ///< Length of a branch against the stretch that led to it, 0.05 to 1.
                             ///< Default 0.7.
    float branch_angle;      ///< Greatest turn away from that stretch, up to pi / 2. Default 0.61
                             ///< (35 degrees).
    uint32_t depth;          ///< Branches of branches of ..., 1 to 15. Default 3. The trunk has 0.
    uint32_t segments;       ///< Cap, at most QX_BOLT_MAX_SEGMENTS. Default 4,096 for one link, 512
                             ///< a link for more (at most 65,536), or four times the trunks'. The
                             ///< longest branches are kept; trunks are always whole. Create takes
                             ///< 170 bytes for each; millions take a second or more to grow.
    float width;             ///< Of the trunk at its start, world units, 1e-30 to 1e6. Default
                             ///< 1/120 of the first link that has a length; 1 where none has.
    float taper;             ///< Share of its width that a branch has lost at its tip, up to 1.
                             ///< Default 0.8; negative: none. Trunks keep theirs.
    float power;             ///< Brightness of the trunk at its start, up to 100. Default 1.
    float trunk_share;       ///< Share of the power that reaches the trunk's end, in (0, 1];
                             ///< branches have the rest. Default 0.6.
    float sway;              ///< How far the bolt sways as a whole, in lengths of the link, up to
                             ///< 1. Default 0.04; negative: none.
    float crackle;           ///< How far each point moves on its own, in lengths of its segments,
                             ///< up to 1. Default 0.25; negative: none.
    float rate;              ///< How quickly, in new places a second, up to 1e3. Default 6.
    const qx_vec3 *targets;  ///< QX_BOLT_BREAKDOWN: further ones besides `to`.
    uint32_t target_count;
    const qx_bolt_obstacle *obstacles; ///< QX_BOLT_BREAKDOWN.
    uint32_t obstacle_count;
    float eta;               ///< QX_BOLT_BREAKDOWN: 1 is bushy, 10 nearly one line, 0.1 to 16.
                             ///< Default 4.
    float cell;              ///< QX_BOLT_BREAKDOWN: length of a segment, world units, above 0 to
                             ///< 1e7. Default 1/40 of the way from `from` to `to`; 3 where they
                             ///< are one.
    uint32_t particles;      ///< QX_BOLT_BREAKDOWN: most that grow, at most `segments`. Default
                             ///< 1,000. Time to grow goes with the square: 16,000 may take a
                             ///< second, all that `segments` allows a day.
    qx_simd simd;            ///< Default: the widest this processor has.
    const qx_allocator *allocator; ///< Copied. Default malloc.
} qx_bolt_desc;

/// What a bolt came to be.
typedef struct qx_bolt_info {
    uint32_t links;           ///< Bolts in a row; 1 but for paths.
    uint32_t ends;            ///< Points a pose's ends must have: links + 1, or 2 + target_count.
    uint32_t segments;        ///< Of all links and branches.
    uint32_t strands;         ///< Trunks and branches: unforked runs of segments.
    uint32_t capped;          ///< Segments of the branches that were left out because of the cap
                              ///< (their own branches not counted); 0 where all are there.
    uint32_t targets_reached; ///< QX_BOLT_BREAKDOWN: of 1 + target_count; growth ends when all are.
    float reach;              ///< Longest way along the tree from a start to a tip, in link
                              ///< lengths.
    float width;              ///< Of the trunk, world units.
    qx_simd simd;             ///< Which kernels run.
    size_t bytes;             ///< Memory held, all told.
} qx_bolt_info;

/// One straight piece of the tree, as it was grown. Children come after their parent.
typedef struct qx_bolt_segment {
    uint32_t parent;   ///< Index of the segment that leads here, QX_BOLT_NONE at a start.
    uint32_t strand;   ///< Trunk or branch it belongs to.
    uint32_t link;     ///< Of the path.
    uint32_t depth;    ///< 0 in a trunk, 1 in its branches, ...
    float power;       ///< Share of desc.power: at every fork the children's sum is the parent's.
    float width;       ///< World units.
    float brightness;  ///< What is drawn: a root of power, less toward a tip.
    float distance;    ///< Way along the tree from the start of its link to where it begins, in
                       ///< lengths of the link.
    float length;      ///< In lengths of the link.
} qx_bolt_segment;

/// Returns the description with every default filled in. Fields out of range come back as they are;
/// create refuses them.
QX_API qx_bolt_desc qx_bolt_desc_resolve(const qx_bolt_desc *desc);

/// Grows a bolt.
/// @param bolt  Receives it; NULL on failure.
/// @return QX_OK, QX_BAD_VALUE (a field out of range or not finite; an end or target inside an
///         obstacle; trunks of more segments than the cap), QX_UNSUPPORTED (no such desc.simd),
///         QX_NO_MEMORY.
QX_API qx_result qx_bolt_create(const qx_bolt_desc *desc, qx_bolt **bolt);

/// Frees a bolt; NULL is allowed.
QX_API void qx_bolt_destroy(qx_bolt *bolt);

/// Grows another bolt in the memory of this one: a new seed, new ends, anything but the allocator.
/// Never allocates.
/// @return As qx_bolt_create, and QX_TOO_LARGE (a larger cap, or more links, targets, obstacles or
///         particles than at create; QX_BOLT_BREAKDOWN where it was not created by that). On
///         failure the bolt is unchanged.
QX_API qx_result qx_bolt_generate(qx_bolt *bolt, const qx_bolt_desc *desc);

QX_API qx_bolt_info qx_bolt_get_info(const qx_bolt *bolt);

/// info.segments of them, borrowed until the next generate or destroy.
QX_API const qx_bolt_segment *qx_bolt_get_segments(const qx_bolt *bolt);

/// A hash of the grown tree: equal trees, equal hashes.
QX_API uint64_t qx_bolt_hash(const qx_bolt *bolt);

/// A moment of a bolt. Zero is the whole bolt in full light at time 0 between its own ends.
typedef struct qx_bolt_pose {
    const qx_vec3 *ends; ///< Where they are now, info.ends of them: the path's points, or `from`,
                         ///< `to` and the targets, within 1e7. NULL: as described. All are met
                         ///< exactly.
    double time;         ///< Seconds; within 1e9 to either side.
    float unborn;        ///< Share of info.reach that has still to grow, 1 to 0: all links of a
                         ///< path side by side.
    bool in_turn;        ///< Links are born one after the other instead, each when the one before
                         ///< has met its end: `unborn` is a share of the way along the whole path,
                         ///< at one speed in world units between the ends as described.
    float dimmed;        ///< Share of brightness that is gone, 0 to 1.
    float scale;         ///< Factor on all widths, up to 1e6. Default 1.
} qx_bolt_pose;

/// The box around everything a build wrote, vertices or lines with their ends (radii aside). All 0
/// where nothing was written.
typedef struct qx_bolt_bounds {
    qx_vec3 low, high;
} qx_bolt_bounds;

/// Most lines qx_bolt_build_lines writes for this bolt, whatever it grows next.
QX_API uint32_t qx_bolt_bound_lines(const qx_bolt *bolt);

/// Writes what has grown as glowing lines, scale 1 being the trunk's start, in the order of
/// segments (with pose->unborn 0 line i is segment i).
/// @param pose    NULL: all zero. One out of range or not finite writes nothing.
/// @param lines   Room for qx_bolt_bound_lines of them.
/// @param bounds  Receives the box around all ends; NULL where it is not wanted.
/// @return How many were written.
QX_API uint32_t qx_bolt_build_lines(const qx_bolt *bolt, const qx_bolt_pose *pose,
                                    qx_glow_line *lines, qx_bolt_bounds *bounds);

/// A corner of a ribbon, 16 bytes.
typedef struct qx_bolt_vertex {
    float x, y, z;       ///< World units.
    int8_t across;       ///< -127 at the left edge, 0 on the line itself, 127 at the right edge.
    int8_t along;        ///< 0 on the body; -127 at the outer edge of a start's cap, 127 at an
                         ///< end's. The distance from the line, 0 to 1, is |(across, along)| / 127.
    uint16_t brightness; ///< 65,535 is desc.power.
} qx_bolt_vertex;

/// From where a solid ribbon is seen: it turns its face there. All zero: from far in front, for
/// flat pictures.
typedef struct qx_bolt_camera {
    qx_vec3 eye;         ///< World place of the eye, within 1e9.
    bool placed;         ///< The eye counts; else the view is along z.
} qx_bolt_camera;

/// Most vertices and indices of a ribbon of this bolt, whatever it grows next.
typedef struct qx_bolt_counts {
    uint32_t vertices, indices;
} qx_bolt_counts;

QX_API qx_bolt_counts qx_bolt_bound_ribbon(const qx_bolt *bolt);

/// Writes the whole tree as one mesh of triangles: each strand a ribbon with mitred joints, bevels
/// where a mitre would be longer than twice the width or than its segments, caps at both ends;
/// branches begin within their parent, at exactly the fork.
/// The triangles are always those of qx_bolt_build_indices, between each two vertices and the next
/// two; where strands end and begin they are empty, two corners lying in one place. So are those
/// from one bolt to the next in the buffer.
/// @param camera    NULL: flat.
/// @param pose      As above; so with the camera.
/// @param vertices  Room for qx_bolt_bound_ribbon's count. What lies behind the last one, within
///                  that room, may be written over too: append bolts in order.
/// @param indices   Likewise; three a triangle. NULL where indices written earlier serve, as they
///                  do for any bolt and any time.
/// @param first     Added to every index: the vertices already in the buffer.
/// @param bounds    Receives the box around all vertices; NULL where it is not wanted.
/// @return What was written; indices are counted where they are NULL, too.
QX_API qx_bolt_counts qx_bolt_build_ribbon(const qx_bolt *bolt, const qx_bolt_pose *pose,
                                           const qx_bolt_camera *camera, qx_bolt_vertex *vertices,
                                           uint32_t *indices, uint32_t first,
                                           qx_bolt_bounds *bounds);

/// Writes many bolts one after the other, as qx_bolt_build_ribbon does each, to the same bytes: one
/// mesh. Quicker than call by call where they are more than a cache holds; what is beyond the first
/// 2 MiB is written past the caches.
/// @param bolts     `count` of them; one may come again.
/// @param poses     One for each; NULL: all zero. One out of range writes nothing for its bolt.
/// @param camera    As above, of all.
/// @param vertices  Room for the sum of their qx_bolt_bound_ribbon, below 2^32. Best at a multiple
///                  of 64 bytes, at least of 16.
/// @param bounds    Receives the box around all; NULL where it is not wanted.
/// @return How many vertices were written.
QX_API uint32_t qx_bolt_build_ribbons(const qx_bolt *const *bolts, const qx_bolt_pose *poses,
                                      uint32_t count, const qx_bolt_camera *camera,
                                      qx_bolt_vertex *vertices, qx_bolt_bounds *bounds);

/// Writes the indices of so many vertices of ribbons, of one bolt or many: for n of them (n even)
/// the first 3n - 6 indices, whatever they are. A buffer written once for the most vertices serves
/// every frame.
/// @param first     Added to every index.
/// @param vertices  As counted by builds.
/// @param indices   Room for 3 * vertices - 6 of them, three a triangle; NULL only counts.
/// @return How many; 0 for less than 4 vertices.
QX_API uint32_t qx_bolt_build_indices(uint32_t first, uint32_t vertices, uint32_t *indices);

/// A bolt's life, in seconds. Zero means the default; what is not finite is never seen.
typedef struct qx_bolt_life {
    float birth;  ///< Seconds in which it grows from start to tips. Default 0.05; negative: at
                  ///< once.
    float steady; ///< Seconds at full light after that. Default 0.25; negative: none.
    float vanish; ///< Seconds in which it fades. Default 0.2; negative: at once.
} qx_bolt_life;

/// Fills the pose's unborn and dimmed for an age in seconds; other fields stay as they are. In the
/// first frame pass the age 0, so that a life shorter than a frame shows too.
/// @return False where nothing is to be seen: before birth, after vanishing, at no age at all
///         (NaN). Both are 1 then.
QX_API bool qx_bolt_sample_life(const qx_bolt_life *life, double age, qx_bolt_pose *pose);

/// Strikes that follow each other for ever, from time 0 on. The defaults are drilian's: each lives
/// a third of a second, half of it dimmed, and the next one comes after a sixth, so that two
/// overlap: at 60 frames a second a new one in frames 0, 10, 20, ..., however their times are
/// rounded. Zero means the default.
typedef struct qx_bolt_schedule {
    uint64_t seed;     ///< Each strike gets a seed from it.
    float period;      ///< Seconds from one strike to the next, 0.01 to 1e6. Default 1/6.
    float jitter;      ///< Share of the period by which strikes come later at random, 0 to 1. They
                       ///< keep their order. Default 0.
    float full;        ///< Seconds in full light, up to 1e3. Default 1/6.
    float dim;         ///< Seconds dimmed after that, up to 1e3. Default 1/6; negative: none.
    float dimmed;      ///< How much light is gone then, up to 1. Default 0.5; negative: none.
    uint32_t flashes;  ///< Return strokes: times each strike flares up, spread evenly over `full`,
                       ///< 1 to 8, with smooth dips by `dimmed` in between. Default 1: full light
                       ///< all the time.
} qx_bolt_schedule;

/// Most strikes alive at once; of more, the latest are kept.
#define QX_BOLT_MAX_STRIKES 16u

typedef struct qx_bolt_strike {
    uint64_t index; ///< 0 is the first.
    uint64_t seed;  ///< For qx_bolt_desc.seed.
    double age;     ///< Seconds since it began, 0 or more.
    float dimmed;   ///< For qx_bolt_pose.dimmed; 0 in a frame in which it flared up.
} qx_bolt_strike;

/// The strikes to be seen in the frame that ends at `time` and lasted `exposure` seconds: one that
/// came and went between two frames is there too, in just one of them, and so is its light. Latest
/// first.
/// @param time      Seconds; before 0 and after 1e12 there are no strikes.
/// @param exposure  Since the frame before, 0 or more; 0 is a moment.
/// @param strikes   Room for QX_BOLT_MAX_STRIKES.
/// @return How many; 0 for values out of range or not finite.
QX_API uint32_t qx_bolt_sample_schedule(const qx_bolt_schedule *schedule, double time,
                                        double exposure, qx_bolt_strike *strikes);

typedef enum qx_bolt_event_kind {
    QX_BOLT_EVENT_STRIKE = 0, ///< A strike begins.
    QX_BOLT_EVENT_FLASH,      ///< It flares up; the first with the strike itself.
    QX_BOLT_EVENT_THUNDER     ///< It is heard: distance / 343 m/s after the strike.
} qx_bolt_event_kind;

typedef struct qx_bolt_event {
    qx_bolt_event_kind kind;
    uint32_t flash;  ///< QX_BOLT_EVENT_FLASH: 0 for the first of its strike.
    uint64_t strike; ///< Index.
    double time;     ///< Seconds.
} qx_bolt_event;

/// Events after `after` up to and with `until`, in order of time; those of one moment as their
/// kinds stand above. Frames that give the time of the one before and their own are told of each
/// event once. The first strike is at 0 itself: begin with `after` below that.
/// @param distance  Metres to the listener, 0 to 1e6.
/// @param events    Room for `capacity`; may be NULL where that is 0.
/// @return How many there are (UINT32_MAX: or more); where more than `capacity`, the first ones are
///         written. 0 for values out of range.
QX_API uint32_t qx_bolt_build_events(const qx_bolt_schedule *schedule, float distance, double after,
                                     double until, qx_bolt_event *events, uint32_t capacity);

/// A path for qx_bolt_desc.path and qx_bolt_pose.ends. Links stay as many while points, centre and
/// sizes move, so that a bolt can follow (a closed path aside whose ends come to meet). Closed ones
/// end with the very bytes they begin with.
typedef enum qx_bolt_shape_kind {
    QX_BOLT_POLYLINE = 0, ///< Through the points: a link to each.
    QX_BOLT_SPLINE,       ///< Through the points on a centripetal Catmull-Rom curve, `steps` links
                          ///< between two: point i of them is point i * steps of the path. Beside
                          ///< a point that is repeated it runs straight.
    QX_BOLT_CIRCLE,       ///< Around `centre` across `axis`, closed, `steps` links; with the axis
                          ///< +z it begins at the right and goes down.
    QX_BOLT_RECTANGLE,    ///< Around `centre` in the plane of x and y, half breadths `half`,
                          ///< closed, `steps` links a side; from the left top corner to the right.
    QX_BOLT_BETWEEN,      ///< From one of the points to one of the others, both by even chance.
    QX_BOLT_DISC,         ///< From `centre` to a place by even chance in the disc across `axis`.
    QX_BOLT_CONE          ///< From `centre` to a place by even chance in the ball sector around
                          ///< `axis`.
} qx_bolt_shape_kind;

/// Zero means the default. World units; places within 1e7.
typedef struct qx_bolt_shape {
    qx_bolt_shape_kind kind;
    const qx_vec3 *points; ///< POLYLINE, SPLINE: 2 or more; BETWEEN: 1 or more.
    uint32_t point_count;
    const qx_vec3 *others; ///< BETWEEN: 1 or more.
    uint32_t other_count;
    bool closed;           ///< POLYLINE, SPLINE: back to the first point, if it does not end there
                           ///< already.
    qx_vec3 centre;
    qx_vec3 axis;          ///< CIRCLE, DISC, CONE: any length; all 0 means +z (CONE: +y, down).
    qx_vec2 half;          ///< RECTANGLE: above 0, up to 1e7.
    float radius;          ///< CIRCLE, DISC; CONE: its length. Above 0, up to 1e7.
    float angle;           ///< CONE: half the opening, radians, up to pi. Default 0.5.
    uint32_t steps;        ///< Default 8 (RECTANGLE 2).
    uint64_t seed;         ///< BETWEEN, DISC, CONE: which chance.
} qx_bolt_shape;

/// Most points the path of this shape has; 0 for one that qx_bolt_build_path refuses.
QX_API uint32_t qx_bolt_bound_path(const qx_bolt_shape *shape);

/// Writes the path.
/// @param points  Room for qx_bolt_bound_path of them; unchanged on failure.
/// @param count   Receives how many were written, 2 or more; 0 on failure.
/// @return QX_OK, QX_BAD_VALUE (a field that its kind uses is out of range or not finite),
///         QX_TOO_LARGE (more than QX_BOLT_MAX_LINKS).
QX_API qx_result qx_bolt_build_path(const qx_bolt_shape *shape, qx_vec3 *points, uint32_t *count);
