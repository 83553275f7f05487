import { Button } from "@timbre/ui/primitives/button.tsx";
import { Copy, ExternalLink } from "lucide-react";
import { showError, toaster } from "../../../lib/page/toaster.ts";

type PageLinksProps = { profileUrl: string; embedUrl: string };

/** The profile URL and the embed code. */
export function PageLinks({ profileUrl, embedUrl }: PageLinksProps) {
	const code = `<iframe src="${embedUrl}" title="Made with Timbre" width="100%" height="420" style="border:0"></iframe>`;
	return (
		<div className="flex flex-col gap-5">
			<CopyField label="Profile URL" text={profileUrl} />
			<CopyField label="Embed code" text={code} />
			<Button asChild className="self-start">
				<a href={profileUrl} target="_blank" rel="noopener noreferrer">
					<ExternalLink aria-hidden="true" />
					Open profile
					<span className="sr-only"> (opens in a new tab)</span>
				</a>
			</Button>
		</div>
	);
}

function CopyField({ label, text }: { label: string; text: string }) {
	const copy = () =>
		navigator.clipboard.writeText(text).then(
			() => toaster.show({ title: "Copied", tone: "positive" }),
			(error: unknown) => showError("Couldn't copy", error),
		);
	return (
		<div>
			<p className="mb-1.5 font-medium text-[13px]">{label}</p>
			<div className="flex items-center gap-1 rounded-control border border-line bg-sunken py-1 pr-1 pl-3">
				<code className="min-w-0 flex-1 break-all text-xs">{text}</code>
				<Button size="small" variant="quiet" onClick={() => void copy()}>
					<Copy aria-hidden="true" />
					Copy
					<span className="sr-only"> {label.toLowerCase()}</span>
				</Button>
			</div>
		</div>
	);
}
