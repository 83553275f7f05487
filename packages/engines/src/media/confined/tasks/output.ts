import { readSync, writeSync } from "node:fs";
import type { IOOutputCallbacks } from "node-av/api";
import { AVSEEK_CUR, AVSEEK_END, AVSEEK_SET } from "node-av/constants";

/** A regular file, because an index or a header is written when the rest is known. */
export function writeTo(file: number): IOOutputCallbacks {
	let position = 0;
	let end = 0;
	return {
		write(buffer) {
			for (let at = 0; at < buffer.length; ) at += writeSync(file, buffer, at, buffer.length - at, position + at);
			position += buffer.length;
			end = Math.max(end, position);
		},
		seek(offset, whence) {
			const from = { [AVSEEK_SET]: 0, [AVSEEK_CUR]: position, [AVSEEK_END]: end }[whence as number];
			if (from === undefined) return end;
			position = from + Number(offset);
			return position;
		},
		read(size) {
			const buffer = Buffer.allocUnsafe(size);
			const count = readSync(file, buffer, 0, size, position);
			position += count;
			return count === 0 ? null : buffer.subarray(0, count);
		},
	};
}
