/** A problem with model files that the user can fix. The message is shown to them. */
export class ModelError extends Error {
	readonly code: "unknown" | "disk-full" | "unreachable" | "damaged" | "cancelled" | "not-writable";

	constructor(code: ModelError["code"], message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = "ModelError";
		this.code = code;
	}
}

export function errorCode(error: unknown): string | undefined {
	return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

export function megabytes(bytes: number): string {
	return bytes >= 1e6 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e6).toFixed(2)} MB`;
}
