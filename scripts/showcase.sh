# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# A picture of every scene and a film of the first, for machines without a display. Sourced by ./run.

out=$top/out
mkdir -p "$out"
say "No display here: rendering into $out"
first_scene=
for scene in $("$quincunx" --scenes); do
    first_scene=${first_scene:-$scene}
    step "$scene.png" "shot-$scene.txt" "$quincunx" shot "$scene" -o "$out/$scene.png" --size 1280x720
done
for preset in chain cage globe; do
    step "lightning-$preset.png" "shot-$preset.txt" \
        "$quincunx" shot lightning "--preset=$preset" -o "$out/lightning-$preset.png" --size 1280x720
done
if has_command ffmpeg; then
    film=$out/$first_scene.mp4
    film_files=$film
else
    say "ffmpeg is not installed: the film becomes numbered pictures"
    mkdir -p "$out/$first_scene-film"
    film=$out/$first_scene-film/frame.png
    film_files=$out/$first_scene-film/*.png
fi
step "Ten seconds of $first_scene" film.txt "$quincunx" film "$first_scene" --seconds 10 -o "$film" --size 1280x720
say "Pictures: $out/*.png"
say "Film:     $film_files"
