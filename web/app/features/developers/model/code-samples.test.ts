import { endpointsByArea } from "@timbre/contract/all-endpoints.ts";
import { buildOpenApi } from "@timbre/contract/openapi.ts";
import { expect, test } from "vitest";
import { codeSample, type SampleLanguage } from "./code-samples.ts";
import { type ApiDocument, buildDetails, buildReference } from "./reference-model.ts";

const document = buildOpenApi(endpointsByArea, "test") as ApiDocument;

function sample(language: SampleLanguage, id: string): string {
	for (const { area, operations } of buildReference(document)) {
		const operation = operations.find((one) => one.id === id);
		const detail = buildDetails(document, area)[id];
		if (operation && detail) return codeSample(language, operation, detail, "https://voice.example");
	}
	throw new Error(`no operation ${id}`);
}

test.each(["curl", "javascript", "python"] as const)(
	"%s: sends the key from the environment and saves audio",
	(language) => {
		const code = sample(language, "textToSpeech_convert");
		expect(code).toContain("https://voice.example/v1/text-to-speech/");
		expect(code).toContain("TIMBRE_API_KEY");
		expect(code).toContain("speech.mp3");
		expect(code).not.toMatch(/[{}]\w+[{}]\/|undefined|NaN/);
	},
);

test("uploads files as multipart", () => {
	expect(sample("curl", "voices_ivc_create")).toContain("-F 'files=@");
	expect(sample("javascript", "voices_ivc_create")).toContain('form.append("files", new Blob(');
	expect(sample("python", "voices_ivc_create")).toContain('files=[("files", open(');
});
