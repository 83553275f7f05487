// .env.example, made from the configuration schema (npm run env:example).
import { join } from "node:path";
import { configSchema } from "@timbre/server/core/config.ts";
import { ROOT, writeOrCheck } from "./generated.ts";

const HOME_DEFAULTS = /^(?:\/home\/|\/root\/|\/Users\/)/;

type Field = { description?: string | undefined; def: { type: string; defaultValue?: unknown; innerType?: Field } };

function describe(field: Field): { help: string; fallback: string } {
	const help = field.description ?? field.def.innerType?.description ?? "";
	const value = field.def.type === "default" ? field.def.defaultValue : undefined;
	const text = Array.isArray(value) ? value.join(",") : value === undefined ? "" : String(value);
	// A default inside somebody's home folder differs by machine, and would differ in every diff.
	return { help, fallback: HOME_DEFAULTS.test(text) ? "" : text };
}

const lines = [
	"# Every setting with its default. None is needed for `npm run dev`: copy a line to .env only to change it.",
	"# Made by `npm run env:example` from server/src/core/config.ts.",
	"",
];
for (const [name, field] of Object.entries(configSchema.shape)) {
	const { help, fallback } = describe(field as unknown as Field);
	if (help) lines.push(`# ${help}`);
	lines.push(`# ${name}=${fallback}`, "");
}
await writeOrCheck(join(ROOT, ".env.example"), `${lines.join("\n").trimEnd()}\n`, "npm run env:example");
