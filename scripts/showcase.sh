# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# A picture of every scene, mazes, and a film of the first scene, for machines without a display. Sourced by ./run.

out=$top/out
mkdir -p "$out"
say "No display here: rendering into $out"
first_scene=
for scene in $("$quincunx" --scenes); do
    first_scene=${first_scene:-$scene}
    step "$scene.png" "shot-$scene.txt" "$quincunx" shot "$scene" -o "$out/$scene.png" --size 1280x720
done
for preset in strike arc chain globe cage; do # lightning.png is the storm; at tick 140 all of them burn
    step "lightning-$preset.png" "shot-lightning-$preset.txt" \
        "$quincunx" shot lightning "--preset=$preset" --ticks 140 -o "$out/lightning-$preset.png" --size 1280x720
done
step "blaster-strike.png" shot-blaster-strike.txt \
    "$quincunx" shot blaster --seed 9 --ticks 1451 -o "$out/blaster-strike.png" --size 1280x720
step model-keys.png shot-model-keys.txt "$quincunx" shot model --clip=squash --onion=keys --normals=pose --wire=key \
    --yaw=20 --ticks 24 -o "$out/model-keys.png" --size 1280x720
step model-ease.png shot-model-ease.txt "$quincunx" shot model --ease=out-bounce --loop=once --ticks 12 \
    -o "$out/model-ease.png" --size 1280x720
qx=$(dirname "$quincunx")/qx
step maze-layers.png maze-layers.txt "$qx" maze --size 9x9x6 --seed 2 --solution -o "$out/maze-layers.png"
step maze-flat.png maze-flat.txt \
    "$qx" maze --size 64x36 --algorithm backtracker --seed 6 --solution --scale 20 -o "$out/maze-flat.png"
step maze-cube.3mf maze-cube.txt "$qx" maze --size 6x6x6 --seed 3 --halves -o "$out/maze-cube.3mf"
step terrain-island.png terrain-island.txt "$qx" terrain make --shape island --size 1280x720 --seed 2 --features 3 \
    --rain 90000 --max 130 --map hillshade -o "$out/terrain-island.png"
step terrain-island.stl terrain-print.txt "$qx" terrain make --shape island --size 1280x720 --seed 2 --features 3 \
    --rain 90000 --max 130 --width 160 --error 0.05 -o "$out/terrain-island.stl"
step ball.glb model-ball.txt "$qx" model ball --keys 5 -o "$out/ball.glb"
if has_command ffmpeg; then
    film=$out/$first_scene.mp4
    film_files=$film
else
    say "ffmpeg is not installed: the film becomes numbered pictures"
    mkdir -p "$out/$first_scene-film"
    film=$out/$first_scene-film/frame.png
    film_files=$out/$first_scene-film/*.png
fi
# From the eighth second on: in the eleventh, Blaster's button strikes.
step "Ten seconds of $first_scene" film.txt \
    "$quincunx" film "$first_scene" --ticks 480 --seconds 10 -o "$film" --size 1280x720
say "Pictures: $out/*.png"
say "To print: $out/maze-cube.3mf, $out/terrain-island.stl"
say "Model:    $out/ball.glb"
say "Film:     $film_files"
