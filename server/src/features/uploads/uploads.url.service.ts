import { AppError } from "@timbre/contract/errors.ts";
import { maxUploadBytes } from "@timbre/contract/uploads/rules.ts";
import {
	BlockedUrlError,
	DownloadError,
	type DownloadLimits,
	downloadFromUntrustedUrl,
	type OutboundOptions,
} from "../../core/http/outbound-http.ts";
import { type Owner, storeFile, type UploadDeps } from "./uploads.service.ts";

export type UrlUploadDeps = UploadDeps & { outbound: OutboundOptions };

type UrlOptions = {
	/** The parameter of the request that has the URL, for its error. */
	param: string;
} & Partial<DownloadLimits>;

const defaultLimits: DownloadLimits = { maxBytes: maxUploadBytes, totalMs: 20 * 60_000, idleMs: 30_000 };

/** Stores the file behind a URL that a user entered. Returns its id; the caller uses or removes it. */
export async function storeUrl(
	deps: UrlUploadDeps,
	owner: Owner,
	url: string,
	{ param, ...limits }: UrlOptions,
): Promise<{ uploadId: string; bytes: number; fileName: string }> {
	const fileName = nameOf(url);
	try {
		const stream = await downloadFromUntrustedUrl(deps.outbound, url, { ...defaultLimits, ...limits });
		return { ...(await storeFile(deps, owner, fileName, stream)), fileName };
	} catch (error) {
		if (error instanceof BlockedUrlError) throw new AppError("invalid_request", error.message, { cause: error, param });
		if (error instanceof DownloadError)
			throw new AppError("invalid_request", `The file couldn't be downloaded. ${error.message}`, {
				cause: error,
				param,
			});
		throw error;
	}
}

/** The last part of the path. */
function nameOf(url: string): string {
	const path = URL.canParse(url) ? new URL(url).pathname : "";
	const name = path.split("/").at(-1) ?? "";
	try {
		return decodeURIComponent(name) || "file";
	} catch {
		return name;
	}
}
