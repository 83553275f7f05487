import { fileFormats } from "@timbre/contract/speech.ts";
import { outputFormats } from "@timbre/engines/media/formats.ts";
import { expect, test } from "vitest";

// Contract and engines may not import each other, so each has its list; the server, which sees both, keeps them equal.
test("the API offers exactly the formats that the engines encode", () => {
	expect([...fileFormats].sort()).toEqual([...outputFormats].sort());
});
