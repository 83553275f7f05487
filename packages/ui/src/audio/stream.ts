export type AudioStream = { chunks: ReadableStream<Uint8Array<ArrayBuffer>>; mimeType: string };

/** The sound of a response, as soon as its first bytes come. */
export function streamOf(response: Pick<Response, "body" | "headers">): AudioStream {
	if (!response.body) throw new Error("Response body can not be null: the server answered without sound.");
	return {
		chunks: response.body as ReadableStream<Uint8Array<ArrayBuffer>>,
		mimeType: (response.headers.get("content-type") ?? "audio/mpeg").split(";")[0] ?? "audio/mpeg",
	};
}
