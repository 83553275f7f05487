/**
 * A default voice of ElevenLabs, and the Kokoro style that comes closest to it. Gender and accent are
 * approximate: they were not checked against a source that states them.
 */
export type VendorVoice = {
	id: string;
	name: string;
	gender: "female" | "male";
	/** The shipped accent that comes closest: en-US or en-GB. */
	language: string;
	/** Speaker of Kokoro. Servers without Kokoro use another voice of the same gender and accent. */
	speaker: string;
};

const americanWomen = [
	"9BWtsMINqrJLrRacOk9x Aria aoede",
	"EXAVITQu4vr4xnSDxMaL Sarah sarah",
	"FGY2WhTYpPnrIDTdsKH5 Laura nova",
	"SAz9YHcvj6GT2YYXdXww River river",
	"XB0fDUnXU5powFXDhCwa Charlotte kore",
	"XrExE9yKIg1WjnnlVkGX Matilda heart",
	"cgSgspJ2msm6clMCkdW9 Jessica jessica",
	"hpp4J3VqNfWAUOO0d1Us Bella bella",
	"21m00Tcm4TlvDq8ikWAM Rachel heart",
	"AZnzlk1XvdvUeBnXmlld Domi alloy",
	"LcfcDJNUP1GQjkzn1xUU Emily sky",
	"MF3mGyEYCl7XYWbV9V6O Elli nova",
	"jBpfuIE2acCO8z3wKNLl Gigi sky",
	"jsCqWAovK2LkecY7zXl4 Freya kore",
	"oWAxZDx7w5VEj9dCyTzz Grace alloy",
	"pMsXgVXv3BLzUgSXRplE Serena aoede",
	"piTKgcLEGmPE4e6mEKli Nicole nicole",
	"z9fAnlkpzviPz146aGWa Glinda bella",
	"zrHiDhphv9ZnVXBqCLjz Mimi sky",
];
const americanMen = [
	"CwhRBWXzGAHq8TQ4Fs17 Roger fenrir",
	"N2lVS1w4EtoT3dr4eOWO Callum onyx",
	"SOYHLrjzK2X1ezoPC6cr Harry puck",
	"TX3LPaxmHKxFdv7VOQHJ Liam liam",
	"bIHbv24MWmeRgasZH58o Will puck",
	"cjVigY5qzO86Huf0OWal Eric eric",
	"iP95p4xoKVk53GoZ742B Chris michael",
	"nPczCjzI2devNBz1zQrb Brian onyx",
	"pNInz6obpgDQGcFmaJgB Adam adam",
	"pqHfZKP75CvOlQylNhV4 Bill echo",
	"29vD33N1CtxCmqQRPOHJ Drew echo",
	"2EiwWnXFnvU5JabPnv8n Clyde fenrir",
	"5Q0t7uMcjvnagumLfvZi Paul michael",
	"ErXwobaYiN019PkySvjV Antoni michael",
	"GBv7mTt0atIp3Br8iCZE Thomas eric",
	"ODq5zmih8GrVes37Dizd Patrick fenrir",
	"TxGEqnHWrfWFTfGW9XjX Josh liam",
	"VR6AewLTigWG4xSOukaG Arnold onyx",
	"bVMeCyTHy58xNoL34h3p Jeremy puck",
	"flq6f7yk4E4fJM5XTYuZ Michael michael",
	"g5CIjZEefAph4nQFvHAz Ethan echo",
	"knrPHWnBmmDHMoiMeP3l Santa santa",
	"t0jbNlBVZ17f02VDIeMI Jessie adam",
	"wViXBPUzp2ZZixB1xQuM Ryan adam",
	"yoZ06aMxZJJ28mfd3POQ Sam eric",
	"zcAOhNBS3c14rBihAFp1 Giovanni liam",
];
const britishWomen = [
	"Xb7hH8MSUJpSbSDYk0k2 Alice alice",
	"pFZP5JQG7iQjIQuC4Bku Lily lily",
	"ThT5KcBeYPX3keUQqHPh Dorothy emma",
];
/** Also the Australian and Irish ones: British is the nearest shipped accent. */
const britishMen = [
	"IKne3meq5aSn9XLyUdCD Charlie lewis",
	"JBFqnCBsd6RMkjVDRZzb George george",
	"onwK4e9ZLuTAKqWW03F9 Daniel daniel",
	"CYw3kZ02Hs0563khs1Fj Dave lewis",
	"D38z5RcWu1voky8WS1ja Fin fable",
	"Yko7PKHZNXotIFUBG7I9 Matthew fable",
	"ZQe5CZNOzWyzPSCn5a3c James lewis",
	"Zlb1dXrM653N07WRdFW3 Joseph daniel",
];

function parse(rows: readonly string[], prefix: "af" | "am" | "bf" | "bm"): VendorVoice[] {
	const gender = prefix.endsWith("f") ? "female" : "male";
	const language = prefix.startsWith("a") ? "en-US" : "en-GB";
	return rows.map((row) => {
		const [id = "", name = "", style] = row.split(" ");
		return { id, name, gender, language, speaker: `${prefix}_${style}` };
	});
}

/** ElevenLabs's default voices, current and former, by id. Quickstarts and other tools have these ids built in. */
export const vendorVoices: ReadonlyMap<string, VendorVoice> = new Map(
	[
		...parse(americanWomen, "af"),
		...parse(americanMen, "am"),
		...parse(britishWomen, "bf"),
		...parse(britishMen, "bm"),
	].map((voice) => [voice.id, voice]),
);
