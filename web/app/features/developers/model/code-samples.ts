// Requests as code that runs as it is, given an API key in TIMBRE_API_KEY.
import type { Operation, OperationDetail } from "./reference-model.ts";

export type SampleLanguage = "curl" | "javascript" | "python";

export const sampleLanguages: Record<SampleLanguage, string> = {
	curl: "cURL",
	javascript: "JavaScript",
	python: "Python",
};

type Request = {
	method: string;
	url: string;
	needsKey: boolean;
	json: unknown;
	form: readonly { name: string; value: string; isFile: boolean }[] | undefined;
	/** The file to write a binary response to. */
	output: string | undefined;
	hasJsonResponse: boolean;
};

export function codeSample(
	language: SampleLanguage,
	operation: Operation,
	detail: OperationDetail,
	origin: string,
): string {
	const request = requestOf(operation, detail, origin);
	if (language === "curl") return curl(request);
	return language === "javascript" ? javascript(request) : python(request);
}

function requestOf({ method, path, permission }: Operation, detail: OperationDetail, origin: string): Request {
	const exampleOf = (name: string) => {
		const example = detail.fields.find((field) => field.where === "path" && field.name === name)?.example;
		return example === undefined ? name : String(JSON.parse(example));
	};
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(exampleOf(name)));
	const query = detail.fields
		.filter(({ where, required }) => where === "query" && required)
		.map(({ name, example }) => [name, example === undefined ? "" : String(JSON.parse(example))]);
	const search = query.length > 0 ? `?${new URLSearchParams(query)}` : "";
	return {
		method,
		url: `${origin}${filled}${search}`,
		needsKey: permission !== undefined,
		json: detail.body === "json" ? detail.sample : undefined,
		form: detail.body === "form" ? formOf(detail) : undefined,
		output: outputOf(detail.response),
		hasJsonResponse: detail.response === "application/json",
	};
}

function formOf({ sample, fields }: OperationDetail): Request["form"] {
	const isFile = (name: string) =>
		fields.some((field) => field.where === "body" && field.name === name && field.type.includes("file"));
	return Object.entries((sample ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
		(Array.isArray(value) ? value : [value]).map((one) => ({ name, value: String(one), isFile: isFile(name) })),
	);
}

function outputOf(response: string): string | undefined {
	if (response.startsWith("audio/")) return "speech.mp3";
	if (response === "application/zip") return "download.zip";
	return response === "application/octet-stream" ? "download" : undefined;
}

function curl({ method, url, needsKey, json, form, output }: Request): string {
	const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
	return [
		`curl ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`,
		...(needsKey ? ['-H "xi-api-key: $TIMBRE_API_KEY"'] : []),
		...(json === undefined ? [] : ['-H "content-type: application/json"', `-d ${quoted(JSON.stringify(json))}`]),
		...(form ?? []).map(({ name, value, isFile }) => `-F ${quoted(`${name}=${isFile ? "@" : ""}${value}`)}`),
		...(output ? [`--output ${output}`] : []),
	].join(" \\\n  ");
}

function javascript({ method, url, needsKey, json, form, output, hasJsonResponse }: Request): string {
	const files = form?.filter(({ isFile }) => isFile) ?? [];
	const fs = [...(files.length > 0 ? ["readFile"] : []), ...(output ? ["writeFile"] : [])];
	const headers = [
		...(needsKey ? ['"xi-api-key": process.env.TIMBRE_API_KEY'] : []),
		...(json === undefined ? [] : ['"content-type": "application/json"']),
	];
	const options = [
		...(method === "GET" ? [] : [`method: "${method}"`]),
		...(headers.length > 0 ? [`headers: { ${headers.join(", ")} }`] : []),
		...(json === undefined ? [] : [`body: JSON.stringify(${indented(JSON.stringify(json, undefined, 2), "  ")})`]),
		...(form ? ["body: form"] : []),
	];
	const append = ({ name, value, isFile }: NonNullable<Request["form"]>[number]) =>
		isFile
			? `form.append("${name}", new Blob([await readFile("${value}")]), "${value}");`
			: `form.append("${name}", ${JSON.stringify(value)});`;
	return [
		...(fs.length > 0 ? [`import { ${fs.join(", ")} } from "node:fs/promises";`, ""] : []),
		...(form ? ["const form = new FormData();", ...form.map(append)] : []),
		options.length === 0
			? `const response = await fetch("${url}");`
			: `const response = await fetch("${url}", {\n${options.map((option) => `  ${option},`).join("\n")}\n});`,
		"if (!response.ok) throw new Error(await response.text());",
		...(output ? [`await writeFile("${output}", Buffer.from(await response.arrayBuffer()));`] : []),
		...(hasJsonResponse ? ["console.log(await response.json());"] : []),
	].join("\n");
}

function python({ method, url, needsKey, json, form, output, hasJsonResponse }: Request): string {
	const fields = form?.filter(({ isFile }) => !isFile) ?? [];
	const files = form?.filter(({ isFile }) => isFile) ?? [];
	const args = [
		`"${url}"`,
		...(needsKey ? ['headers={"xi-api-key": os.environ["TIMBRE_API_KEY"]}'] : []),
		...(json === undefined ? [] : [`json=${indented(pythonLiteral(json), "    ")}`]),
		...(fields.length > 0
			? [`data={${fields.map(({ name, value }) => `"${name}": ${JSON.stringify(value)}`).join(", ")}}`]
			: []),
		...(files.length > 0
			? [`files=[${files.map(({ name, value }) => `("${name}", open("${value}", "rb"))`).join(", ")}]`]
			: []),
	];
	return [
		...(needsKey ? ["import os", ""] : []),
		"import requests",
		"",
		`response = requests.${method.toLowerCase()}(\n${args.map((arg) => `    ${arg},`).join("\n")}\n)`,
		"response.raise_for_status()",
		...(output ? [`with open("${output}", "wb") as file:`, "    file.write(response.content)"] : []),
		...(hasJsonResponse ? ["print(response.json())"] : []),
	].join("\n");
}

function pythonLiteral(value: unknown, indent = ""): string {
	if (value === null) return "None";
	if (typeof value === "boolean") return value ? "True" : "False";
	if (typeof value !== "object") return JSON.stringify(value);
	const inner = `${indent}    `;
	const items = Array.isArray(value)
		? value.map((item) => `${inner}${pythonLiteral(item, inner)},`)
		: Object.entries(value as object).map(([key, item]) => `${inner}"${key}": ${pythonLiteral(item, inner)},`);
	const [open, close] = Array.isArray(value) ? "[]" : "{}";
	return items.length === 0 ? `${open}${close}` : `${open}\n${items.join("\n")}\n${indent}${close}`;
}

/** Indents all lines but the first. */
function indented(text: string, indent: string): string {
	return text.replaceAll("\n", `\n${indent}`);
}
