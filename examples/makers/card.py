"""A maker of frames: reads one request, draws a picture of the asked size, answers its path."""
import json, os, struct, sys, zlib

ask = json.load(sys.stdin)
width, height, seed = ask["width"], ask["height"], ask["seed"]
row = lambda y: b"\0" + bytes(c for x in range(width) for c in (x * 255 // width, y * 255 // height, (x // 8 ^ y // 8 ^ seed) & 255))
chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
pixels = zlib.compress(b"".join(row(y) for y in range(height)), 1)
path = os.path.join(ask["out_dir"], ask["side"] + ".png")
with open(path, "wb") as file:
    file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)))
    file.write(chunk(b"IDAT", pixels) + chunk(b"IEND", b""))
print(json.dumps({"path": path}))
