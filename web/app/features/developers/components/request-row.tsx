import type { ApiRequest } from "@timbre/contract/developers/requests.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Copy } from "lucide-react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { toaster } from "../../../lib/page/toaster.ts";
import { ago, count } from "../../../lib/text/format.ts";

/** One request of the log. */
export function RequestRow({ request }: { request: ApiRequest }) {
	const { request_id, method, path, status, error_code, duration_ms, key_name, created_at_unix_ms } = request;
	const at = new Date(created_at_unix_ms);
	const copy = () =>
		navigator.clipboard.writeText(request_id).then(
			() => toaster.show({ title: "Request ID copied", tone: "positive" }),
			(error: unknown) => toaster.show({ title: "Couldn't copy", detail: messageOf(error), tone: "danger" }),
		);
	return (
		<li className="flex items-start gap-3 border-line border-b px-4 py-3 last:border-b-0">
			<Badge tone={status >= 500 ? "danger" : status >= 400 ? "warning" : "positive"} className="tabular mt-0.5">
				{status}
			</Badge>
			<div className="min-w-0 flex-1">
				<p className="break-words font-mono text-xs leading-5">
					{method} <wbr />
					{path}
				</p>
				<p className="text-[13px] text-muted">
					<time dateTime={at.toISOString()} title={at.toLocaleString("en")}>
						{ago(created_at_unix_ms / 1000)}
					</time>
					, {count(duration_ms)} ms, {key_name}
				</p>
				{error_code ? <p className="break-words font-mono text-xs leading-5">{error_code}</p> : null}
				<p className="break-all font-mono text-muted text-xs leading-5">
					<span className="sr-only">Request ID: </span>
					{request_id}
				</p>
			</div>
			<IconButton label={`Copy request ID ${request_id}`} size="small" onClick={() => void copy()}>
				<Copy aria-hidden="true" />
			</IconButton>
		</li>
	);
}
