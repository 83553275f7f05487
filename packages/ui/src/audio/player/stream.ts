export type AudioStream = { chunks: ReadableStream<Uint8Array<ArrayBuffer>>; mimeType: string };

/** The audio stream of a response. */
export function streamOf(response: Pick<Response, "body" | "headers">): AudioStream {
	if (!response.body) throw new Error("Response body can not be null: the server returned no audio.");
	return {
		chunks: response.body as ReadableStream<Uint8Array<ArrayBuffer>>,
		mimeType: (response.headers.get("content-type") ?? "audio/mpeg").split(";")[0] ?? "audio/mpeg",
	};
}
