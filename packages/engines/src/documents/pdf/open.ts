// Opens a PDF in this process. Invariant: everything the library could load later is loaded here, because the process
// that reads documents can't open files.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import "./environment.ts";
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
// Registers itself as the worker, which then runs in this thread.
import "pdfjs-dist/legacy/build/pdf.worker.mjs";
import { DocumentError, damaged } from "../errors.ts";

/** How Chinese, Japanese and Korean fonts map codes to characters. */
const characterMaps = loadCharacterMaps();

function loadCharacterMaps(): Map<string, Uint8Array> {
	const library = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
	const folder = join(library, "cmaps");
	const names = readdirSync(folder).filter((name) => name.endsWith(".bcmap"));
	return new Map(names.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]));
}

class LoadedData {
	async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
		const data = characterMaps.get(filename);
		if (!data) throw new Error(`${filename} is not available`);
		// The library takes over what it gets.
		return data.slice();
	}
}

/** Throws DocumentError. */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
	try {
		return await getDocument({
			data: bytes.slice(),
			verbosity: VerbosityLevel.ERRORS,
			BinaryDataFactory: LoadedData,
			useWorkerFetch: false,
			useWasm: false,
			useSystemFonts: false,
			disableFontFace: true,
			isOffscreenCanvasSupported: false,
			isImageDecoderSupported: false,
			enableXfa: false,
			disableAutoFetch: true,
		}).promise;
	} catch (error) {
		if (error instanceof Error && error.name === "PasswordException")
			throw new DocumentError(
				"encrypted",
				"The PDF is protected by a password. Remove the password and upload it again.",
			);
		throw damaged({ cause: error });
	}
}
