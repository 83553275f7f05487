import { fileFormats } from "@timbre/contract/speech/endpoints.ts";
import { outputFormats } from "@timbre/engines/media/formats.ts";
import { expect, test } from "vitest";

// Contract and engines may not import each other, so each has its own list. The server imports both and checks that they match.
test("the API offers exactly the formats the engines can encode", () => {
	expect([...fileFormats].sort()).toEqual([...outputFormats].sort());
});
