// SPDX-License-Identifier: MIT
// A stored file is: magic (4 bytes), version (u32), payload size (u64), payload, checksum (u64) of
// all before it; little endian. The checksum covers the header too, so that a flipped bit in the
// version is damage, not the future.
#include "storage.h"

#include "storage_disk.h"

#include <quincunx/hash.h>

#include <SDL.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 4096, HEADER_BYTES = 16, CHECKSUM_BYTES = 8, SHOWN_PATH = 180, NAME_TRIES = 64 };

// The folder is one for the whole program, chosen once at its start.
static char folder_path[PATH_ROOM];

static void put_number(uint8_t *to, uint64_t value, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) to[i] = (uint8_t)(value >> (8 * i));
}

static uint64_t get_number(const uint8_t *from, size_t bytes)
{
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; i++) value |= (uint64_t)from[i] << (8 * i);
    return value;
}

// The end of a long path, so that the reason and the remedy behind it still fit into a problem.
static const char *shown(const char *path)
{
    const size_t length = strlen(path);
    if (length <= SHOWN_PATH) return path;
    path += length - SHOWN_PATH;
    while (((unsigned char)*path & 0xC0) == 0x80) // not into the middle of a UTF-8 character
        path++;
    return path;
}

static storage_result say(storage_problem *problem, storage_result result, const char *format, ...)
{
    if (!problem) return result;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->text, sizeof problem->text, format, arguments);
    va_end(arguments);
    return result;
}

static void say_nothing(storage_problem *problem)
{
    if (problem) problem->text[0] = '\0';
}

static bool is_in_our_folder(const char *path)
{
    const size_t length = strlen(folder_path);
    return length > 0 && strncmp(path, folder_path, length) == 0;
}

static const char *remedy(const char *path, int reason)
{
    if (reason == ENOSPC) return "Free some space and save again.";
    if (!is_in_our_folder(path)) return "Name another place.";
    if (reason == EROFS || reason == EACCES || reason == EPERM)
        return "Make the folder writable or choose another one with --data FOLDER.";
    return "Check the folder or choose another one with --data FOLDER.";
}

static storage_result say_not_saved(storage_problem *problem, const char *path, int reason)
{
    return say(problem, STORAGE_FAILED,
               "%s could not be saved: %s. What was there before is kept. %s", shown(path),
               strerror(reason), remedy(path, reason));
}

static storage_result say_not_read(storage_problem *problem, const char *path, const char *reason)
{
    return say(problem, STORAGE_FAILED,
               "%s could not be read: %s. It was left as it is; check its permissions.",
               shown(path), reason);
}

// Folder

static bool is_separator(char c)
{
#ifdef _WIN32
    return c == '/' || c == '\\';
#else
    return c == '/';
#endif
}

// Makes all folders on the way; path ends in a separator.
static bool make_folders(char *path)
{
    for (size_t i = 1; path[i]; i++) {
        if (!is_separator(path[i]) || is_separator(path[i - 1])) continue;
        const char kept = path[i];
        path[i] = '\0';
        const bool made = disk_make_folder(path);
        path[i] = kept;
        if (!made) return false;
    }
    return true;
}

static bool open_named_folder(const char *folder, storage_problem *problem)
{
    char path[PATH_ROOM];
    const size_t length = strlen(folder);
    if (length == 0 || length + 2 > sizeof path) {
        say(problem, STORAGE_FAILED, "--data needs the path of a folder, at most %d bytes long.",
            PATH_ROOM - 2);
        return false;
    }
    memcpy(path, folder, length + 1);
    if (!is_separator(path[length - 1])) memcpy(path + length, "/", 2);
    if (!make_folders(path)) {
        say(problem, STORAGE_FAILED,
            "The folder %s cannot be made: %s. Nothing will be saved; choose another one "
            "with --data FOLDER.",
            shown(path), strerror(errno));
        return false;
    }
    memcpy(folder_path, path, strlen(path) + 1);
    return true;
}

static bool open_own_folder(storage_problem *problem)
{
    char *path = SDL_GetPrefPath("quincunx", "quincunx");
    if (!path || strlen(path) >= sizeof folder_path) {
        say(problem, STORAGE_FAILED,
            "No folder for settings and scores could be made (%s). Nothing will be saved; "
            "choose one with --data FOLDER.",
            path ? "its path is too long" : SDL_GetError());
        SDL_free(path);
        return false;
    }
    memcpy(folder_path, path, strlen(path) + 1);
    SDL_free(path);
    return true;
}

bool storage_open(const char *folder_or_null, storage_problem *problem)
{
    folder_path[0] = '\0';
    say_nothing(problem);
    return folder_or_null ? open_named_folder(folder_or_null, problem) : open_own_folder(problem);
}

const char *storage_folder(void)
{
    return folder_path;
}

bool storage_make_folder(const char *name, storage_problem *problem)
{
    char path[PATH_ROOM];
    const int length = snprintf(path, sizeof path, "%s%s", folder_path, name);
    if (folder_path[0] == '\0')
        errno = ENOENT;
    else if (length < 0 || (size_t)length >= sizeof path)
        errno = ENAMETOOLONG;
    else if (disk_make_folder(path))
        return true;
    say_not_saved(problem, path, errno);
    return false;
}

void storage_fail_after(uint32_t calls)
{
    disk_fail_after(calls);
}

// Saving

static void make_header(uint8_t header[HEADER_BYTES], const char magic[4], uint32_t version,
                        size_t size)
{
    memcpy(header, magic, 4);
    put_number(header + 4, version, 4);
    put_number(header + 8, size, 8);
}

static uint64_t checksum_of(const uint8_t header[HEADER_BYTES], const void *payload, size_t size)
{
    const uint64_t hash = qx_hash_bytes(QX_HASH_START, header, HEADER_BYTES);
    return size > 0 ? qx_hash_bytes(hash, payload, size) : hash;
}

static bool write_all(FILE *file, const char magic[4], uint32_t version, const void *payload,
                      size_t size)
{
    uint8_t header[HEADER_BYTES], checksum[CHECKSUM_BYTES];
    make_header(header, magic, version, size);
    put_number(checksum, checksum_of(header, payload, size), CHECKSUM_BYTES);
    return disk_write(file, header, sizeof header) &&
           (size == 0 || disk_write(file, payload, size)) &&
           disk_write(file, checksum, sizeof checksum) && disk_flush(file);
}

// A name beside the file that is not taken: leftovers of a crash keep theirs.
static FILE *create_beside(const char *path, char *name, size_t room)
{
    for (int i = 0; i < NAME_TRIES; i++) {
        const int length = snprintf(name, room, "%s.new-%lu-%d", path, disk_process(), i);
        if (length < 0 || (size_t)length >= room) {
            errno = ENAMETOOLONG;
            return NULL;
        }
        FILE *file = disk_create(name);
        if (file || errno != EEXIST) return file;
    }
    return NULL;
}

static void flush_folder_of(const char *path)
{
    char folder[PATH_ROOM];
    size_t length = strlen(path);
    while (length > 0 && !is_separator(path[length - 1])) length--;
    memcpy(folder, path, length);
    folder[length] = '\0';
    disk_flush_folder(length > 0 ? folder : ".");
}

// STORAGE_OK where what lies there, if anything, may be replaced.
static storage_result look_at_old(const char *path, const char magic[4], uint32_t version,
                                  storage_problem *problem)
{
    uint64_t size = 0;
    uint8_t header[HEADER_BYTES];
    const disk_kind kind = disk_look(path, &size);
    if (kind == DISK_MISSING || (kind == DISK_FILE && size < sizeof header)) return STORAGE_OK;
    if (kind == DISK_OTHER)
        return say(problem, STORAGE_FAILED,
                   "%s is not a file, and nothing is saved there. Name another place.",
                   shown(path));
    FILE *file = kind == DISK_FILE ? disk_open(path) : NULL;
    const bool known = file && disk_read(file, header, sizeof header);
    const int reason = errno;
    if (file) fclose(file);
    if (!known) return say_not_saved(problem, path, reason);
    if (memcmp(header, magic, 4) != 0 || get_number(header + 4, 4) <= version) return STORAGE_OK;
    return say(problem, STORAGE_NEWER,
               "%s was written by a later version of Quincunx and is not overwritten. Move "
               "it away to save with this version.",
               shown(path));
}

// Creates the file that takes the place of the old one once it is complete.
static storage_result begin_save(const char *path, const char magic[4], uint32_t version,
                                 FILE **file, char name[PATH_ROOM], storage_problem *problem)
{
    say_nothing(problem);
    if (strlen(path) + 32 > PATH_ROOM) return say_not_saved(problem, path, ENAMETOOLONG);
    const storage_result result = look_at_old(path, magic, version, problem);
    if (result != STORAGE_OK) return result;
    *file = create_beside(path, name, PATH_ROOM);
    return *file ? STORAGE_OK : say_not_saved(problem, path, errno);
}

storage_result storage_can_save(const char *path, const char magic[4], uint32_t version,
                                storage_problem *problem)
{
    char name[PATH_ROOM];
    FILE *file;
    const storage_result result = begin_save(path, magic, version, &file, name, problem);
    if (result != STORAGE_OK) return result;
    disk_close(file);
    disk_remove(name);
    return STORAGE_OK;
}

storage_result storage_save(const char *path, const char magic[4], uint32_t version,
                            const void *payload, size_t size, storage_problem *problem)
{
    char name[PATH_ROOM];
    FILE *file;
    if (size > STORAGE_MAX_BYTES - HEADER_BYTES - CHECKSUM_BYTES)
        return say_not_saved(problem, path, EFBIG);
    const storage_result result = begin_save(path, magic, version, &file, name, problem);
    if (result != STORAGE_OK) return result;
    bool done = write_all(file, magic, version, payload, size);
    int reason = errno;
    if (!disk_close(file) && done) {
        done = false;
        reason = errno;
    }
    if (done && !disk_rename(name, path)) {
        done = false;
        reason = errno;
    }
    if (!done) {
        disk_remove(name);
        return say_not_saved(problem, path, reason);
    }
    flush_folder_of(path);
    return STORAGE_OK;
}

// Loading

// A name that is not taken: what was set aside before may be all a player has left of it.
static bool find_aside(const char *path, char *name, size_t room)
{
    uint64_t size;
    for (int i = 1; i <= NAME_TRIES; i++) {
        const int length = i == 1 ? snprintf(name, room, "%s.damaged", path)
                                  : snprintf(name, room, "%s.damaged-%d", path, i);
        if (length < 0 || (size_t)length >= room) {
            errno = ENAMETOOLONG;
            return false;
        }
        const disk_kind kind = disk_look(name, &size);
        if (kind == DISK_MISSING) return true;
        if (kind == DISK_REFUSED) return false;
    }
    errno = EEXIST;
    return false;
}

storage_result storage_set_aside(const char *path, const char *reason, storage_problem *problem)
{
    char name[PATH_ROOM];
    if (!is_in_our_folder(path))
        return say(problem, STORAGE_DAMAGED,
                   "%s cannot be used: %s. It was left as it is; name another file.", shown(path),
                   reason);
    if (!find_aside(path, name, sizeof name) || !disk_rename(path, name))
        return say(problem, STORAGE_DAMAGED,
                   "%s is damaged: %s. It could not be renamed either (%s); please move it "
                   "away.",
                   shown(path), reason, strerror(errno));
    return say(problem, STORAGE_DAMAGED,
               "%s was damaged: %s. It was set aside as %s and a new one will be made; put "
               "a good copy in its place to have it back.",
               shown(path), reason, shown(name));
}

// Why these bytes are no stored file, or NULL where they are one.
static const char *find_damage(const uint8_t *bytes, size_t size, const char magic[4])
{
    if (size < HEADER_BYTES + CHECKSUM_BYTES) return "it is cut off";
    if (memcmp(bytes, magic, 4) != 0) return "it is a file of another kind";
    const uint64_t payload = get_number(bytes + 8, 8);
    if (payload > size - HEADER_BYTES - CHECKSUM_BYTES) return "it is cut off";
    if (payload < size - HEADER_BYTES - CHECKSUM_BYTES) return "something was added at its end";
    const size_t end = size - CHECKSUM_BYTES;
    if (get_number(bytes + end, CHECKSUM_BYTES) !=
        checksum_of(bytes, bytes + HEADER_BYTES, (size_t)payload))
        return "its checksum does not fit";
    if (get_number(bytes + 4, 4) == 0) return "its version is 0";
    return NULL;
}

static bool read_all(const char *path, uint8_t *bytes, size_t size)
{
    FILE *file = disk_open(path);
    if (!file) return false;
    const bool done = disk_read(file, bytes, size);
    const int reason = errno;
    fclose(file);
    errno = reason;
    return done;
}

// Judges what was read; on STORAGE_OK the payload lies at the start of bytes.
static storage_result unwrap(const char *path, const char magic[4], uint32_t newest, uint8_t *bytes,
                             size_t size, uint32_t *version, storage_problem *problem)
{
    const char *damage = find_damage(bytes, size, magic);
    if (damage) return storage_set_aside(path, damage, problem);
    *version = (uint32_t)get_number(bytes + 4, 4);
    if (*version > newest)
        return say(problem, STORAGE_NEWER,
                   "%s was written by a later version of Quincunx (format %lu, this one knows "
                   "%lu). It was left as it is; use that version, or move it away.",
                   shown(path), (unsigned long)*version, (unsigned long)newest);
    memmove(bytes, bytes + HEADER_BYTES, size - HEADER_BYTES - CHECKSUM_BYTES);
    return STORAGE_OK;
}

storage_result storage_load(const char *path, const char magic[4], uint32_t newest,
                            uint32_t *version, void **payload, size_t *size,
                            storage_problem *problem)
{
    uint64_t file_size = 0;
    *payload = NULL;
    *size = 0;
    *version = 0;
    say_nothing(problem);
    switch (disk_look(path, &file_size)) {
    case DISK_MISSING:
        return say(problem, STORAGE_MISSING, "%s does not exist; check the name.", shown(path));
    case DISK_REFUSED: return say_not_read(problem, path, strerror(errno));
    case DISK_OTHER: return say_not_read(problem, path, "it is not a file");
    case DISK_FILE: break;
    }
    if (file_size > STORAGE_MAX_BYTES)
        return storage_set_aside(path, "it is larger than 64 MiB", problem);

    uint8_t *bytes = malloc(file_size > 0 ? (size_t)file_size : 1);
    if (!bytes) return say_not_read(problem, path, "memory is short");
    if (file_size > 0 && !read_all(path, bytes, (size_t)file_size)) {
        const int reason = errno;
        free(bytes);
        return say_not_read(problem, path, strerror(reason));
    }
    const storage_result result =
        unwrap(path, magic, newest, bytes, (size_t)file_size, version, problem);
    if (result != STORAGE_OK) {
        free(bytes);
        return result;
    }
    *payload = bytes;
    *size = (size_t)file_size - HEADER_BYTES - CHECKSUM_BYTES;
    return STORAGE_OK;
}
