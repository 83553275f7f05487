import { concatBytes } from "./bytes.ts";

// Opus in Ogg (RFC 3533, RFC 7845): one mono logical stream, granule positions at 48 kHz.

const packetsPerPage = 5;
const crcTable = makeCrcTable();

export type OggOpusOptions = {
	/** Samples at 48 kHz that a decoder drops at the start: the encoder's lookahead. */
	preSkip: number;
	/** Informative only: the sample rate before encoding. */
	inputSampleRate: number;
	serial: number;
};

export type OggOpusWriter = {
	/** The two header pages. */
	header(): Uint8Array;
	/** Adds one packet of `samples` at 48 kHz. Returns a page if one is full. */
	packet(packet: Uint8Array, samples: number): Uint8Array | undefined;
	/** The last page. `totalSamples` at 48 kHz is the true length; decoders drop the padding after it. */
	end(totalSamples: number): Uint8Array;
};

export function createOggOpusWriter({ preSkip, inputSampleRate, serial }: OggOpusOptions): OggOpusWriter {
	let sequence = 0;
	let granule = 0;
	let pending: Uint8Array[] = [];
	let audioPages = 0;

	function page(packets: readonly Uint8Array[], flags: number, position: number): Uint8Array {
		return oggPage({ packets, flags, granule: position, serial, sequence: sequence++ });
	}

	return {
		header() {
			const head = page([opusHead(preSkip, inputSampleRate)], beginFlag, 0);
			return concatBytes([head, page([opusTags()], 0, 0)]);
		},
		packet(packet, samples) {
			// A page is written when the next packet arrives, so that the last page is never empty.
			const full = pending.length >= (audioPages === 0 ? 1 : packetsPerPage);
			const written = full ? page(pending, 0, granule) : undefined;
			if (full) {
				pending = [];
				audioPages++;
			}
			pending.push(packet);
			granule += samples;
			return written;
		},
		end(totalSamples) {
			const last = page(pending, endFlag, Math.min(granule, preSkip + totalSamples));
			pending = [];
			return last;
		},
	};
}

const beginFlag = 0x02;
const endFlag = 0x04;

function oggPage(options: {
	packets: readonly Uint8Array[];
	flags: number;
	granule: number;
	serial: number;
	sequence: number;
}): Uint8Array {
	const lacing: number[] = [];
	for (const packet of options.packets) {
		let left = packet.length;
		for (; left >= 255; left -= 255) lacing.push(255);
		lacing.push(left);
	}
	if (lacing.length > 255) throw new RangeError("packets too large for one Ogg page");
	const header = new Uint8Array(27 + lacing.length);
	const view = new DataView(header.buffer);
	header.set([0x4f, 0x67, 0x67, 0x53]); // OggS
	header[5] = options.flags;
	view.setBigUint64(6, BigInt(options.granule), true);
	view.setUint32(14, options.serial, true);
	view.setUint32(18, options.sequence, true);
	header[26] = lacing.length;
	header.set(lacing, 27);
	const page = concatBytes([header, ...options.packets]);
	new DataView(page.buffer).setUint32(22, oggCrc(page), true);
	return page;
}

function opusHead(preSkip: number, inputSampleRate: number): Uint8Array {
	const head = new Uint8Array(19);
	const view = new DataView(head.buffer);
	head.set(new TextEncoder().encode("OpusHead"));
	head[8] = 1; // version
	head[9] = 1; // channels
	view.setUint16(10, preSkip, true);
	view.setUint32(12, inputSampleRate, true);
	return head; // gain 0, mapping family 0
}

function opusTags(): Uint8Array {
	const vendor = new TextEncoder().encode("libopus");
	const tags = new Uint8Array(8 + 4 + vendor.length + 4);
	tags.set(new TextEncoder().encode("OpusTags"));
	new DataView(tags.buffer).setUint32(8, vendor.length, true);
	tags.set(vendor, 12);
	return tags; // no comments
}

/** CRC-32 with polynomial 0x04c11db7, not reflected, start and end value 0, over the page with its CRC field zero. */
export function oggCrc(page: Uint8Array): number {
	let crc = 0;
	for (let i = 0; i < page.length; i++) {
		crc = ((crc << 8) ^ (crcTable[((crc >>> 24) ^ (page[i] as number)) & 0xff] as number)) >>> 0;
	}
	return crc;
}

function makeCrcTable(): Uint32Array {
	const table = new Uint32Array(256);
	for (let i = 0; i < 256; i++) {
		let value = i << 24;
		for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
		table[i] = value >>> 0;
	}
	return table;
}
