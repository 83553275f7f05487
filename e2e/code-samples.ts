// Runs the code samples of the API reference as they are: copied from the page, with an API key in the environment.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ensurePython } from "../tools/python.ts";
import { codeSample, type SampleLanguage } from "../web/app/features/developers/model/code-samples.ts";
import {
	type ApiDocument,
	buildDetails,
	buildReference,
	type Operation,
	type OperationDetail,
} from "../web/app/features/developers/model/reference-model.ts";

export type DocumentedOperation = { operation: Operation; detail: OperationDetail };

export async function documentedOperations(): Promise<DocumentedOperation[]> {
	const file = new URL("../docs/api/openapi.json", import.meta.url);
	const document = JSON.parse(await readFile(file, "utf8")) as ApiDocument;
	return buildReference(document).flatMap(({ area, operations }) => {
		const details = buildDetails(document, area);
		return operations.map((operation) => ({ operation, detail: details[operation.id] as OperationDetail }));
	});
}

type Run = {
	sample: DocumentedOperation;
	url: string;
	apiKey: string;
	/** The working directory: where files to upload are, and where audio is saved. */
	folder: string;
	/** Further options of curl, such as one that prints the status. */
	curlOptions?: string;
};

/** Runs a sample and returns what it prints. Throws if its process fails. */
export async function runSample(language: SampleLanguage, run: Run): Promise<string> {
	const { sample, url, apiKey, folder, curlOptions } = run;
	const code = codeSample(language, sample.operation, sample.detail, url);
	const options = { cwd: folder, env: { ...process.env, TIMBRE_API_KEY: apiKey }, timeout: 120_000 };
	const execute = async (program: string, args: string[]) => (await promisify(execFile)(program, args, options)).stdout;
	if (language === "curl") return execute("bash", ["-c", curlOptions ? `${code} ${curlOptions}` : code]);
	const file = join(folder, language === "javascript" ? "sample.mjs" : "sample.py");
	await writeFile(file, code);
	if (language === "javascript") return execute(process.execPath, [file]);
	return execute(await ensurePython(join(import.meta.dirname, "sdk-python/requirements.txt")), [file]);
}
