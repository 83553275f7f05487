import { excludedDefaultVoices } from "@timbre/contract/voices/rules.ts";
import { catalogue } from "@timbre/engines/speech/catalogue.ts";
import { expect, test } from "vitest";

test("VOICES-024 pickers exclude the default voices that listeners often mishear", () => {
	const misheard = catalogue.filter((voice) => voice.labels.clarity === "often misheard").map((voice) => voice.id);
	expect(excludedDefaultVoices).toEqual(misheard);
});
