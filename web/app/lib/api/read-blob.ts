/** The subset of FileReader used here, so tests can fake it. */
export type BlobReader = Pick<FileReader, "readAsText" | "readAsDataURL" | "result" | "onload" | "onerror">;

/** The text of a blob, or its data URL. */
export function readBlob(
	blob: Blob,
	as: "text" | "dataUrl" = "text",
	reader: BlobReader = new FileReader(),
): Promise<string> {
	return new Promise((resolve, reject) => {
		const fail = () => reject(new Error("Failed to read blob"));
		reader.onload = () => (typeof reader.result === "string" ? resolve(reader.result) : fail());
		reader.onerror = fail;
		if (as === "text") reader.readAsText(blob);
		else reader.readAsDataURL(blob);
	});
}
