// npm run landing:voices: writes the shipped voices for the public pages, which are prerendered and may not import engines.
import { join } from "node:path";
import { catalogue } from "@timbre/engines/speech/catalogue.ts";
import { ROOT, writeOrCheck } from "./generated.ts";

const file = join(ROOT, "web/app/features/marketing/landing/content/voices.generated.json");
// One voice per line keeps diffs small.
const lines = catalogue.map(({ id, name, engine, tier, language, labels }) =>
	JSON.stringify({ id, name, engine, tier, language, labels }),
);
await writeOrCheck(file, `[\n${lines.map((line) => `\t${line}`).join(",\n")}\n]\n`, "npm run landing:voices");
