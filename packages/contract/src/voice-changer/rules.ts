// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

/** The longest recording, in seconds. */
export const maxConversionSeconds = 3_600;

export type ConversionWay = "revoice" | "reshape" | "convert";

type ConversionModel = { id: string; way: ConversionWay; name: string; description: string };

/** The models that every server has, the default first. Each says what it keeps and what it loses. */
export const conversionModels: readonly ConversionModel[] = [
	{
		id: "timbre_revoice",
		way: "revoice",
		name: "Re-voice",
		description:
			"Transcribes the recording and speaks the words again with the chosen voice, in the same rhythm. Laughs, sighs and acting are lost.",
	},
	{
		id: "timbre_reshape",
		way: "reshape",
		name: "Reshape",
		description:
			"Moves the pitch and formants of the recording into the range of the chosen voice. Keeps the acting, but doesn't sound like that person.",
	},
];

/** Only on servers whose operator has installed a voice conversion model. */
export const installedConversionModel: ConversionModel = {
	id: "timbre_convert",
	way: "convert",
	name: "Convert",
	description: "Converts the recording with the voice conversion model that the operator of this server has installed.",
};

/** The way of a model id. Ids of the compatible API select the default. Undefined if there is no such model. */
export function conversionModel(id: string | null | undefined): ConversionModel | undefined {
	if (id === null || id === undefined || id.startsWith("eleven_")) return conversionModels[0];
	return [...conversionModels, installedConversionModel].find((model) => model.id === id);
}
