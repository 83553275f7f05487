// npm run landing:voices: the shipped voices as facts for the public pages, which are made before any server runs and may not import engines.
import { join } from "node:path";
import { catalogue } from "@timbre/engines/speech/catalogue.ts";
import { ROOT, writeOrCheck } from "./generated.ts";

const file = join(ROOT, "web/app/features/marketing/landing/voices.generated.json");
// One voice a line: a change of one voice is a change of one line.
const lines = catalogue.map(({ id, name, engine, tier, language, labels }) =>
	JSON.stringify({ id, name, engine, tier, language, labels }),
);
await writeOrCheck(file, `[\n${lines.map((line) => `\t${line}`).join(",\n")}\n]\n`, "npm run landing:voices");
