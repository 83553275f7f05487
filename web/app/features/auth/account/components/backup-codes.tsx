import { Button } from "@timbre/ui/primitives/button.tsx";
import { Check, Copy, Download } from "lucide-react";
import { useState } from "react";
import { saveFile } from "../../../../lib/api/download.ts";

/** Backup codes are shown only once. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
	const [copied, setCopied] = useState(false);
	const text = codes.join("\n");
	const copy = () =>
		navigator.clipboard.writeText(text).then(
			() => setCopied(true),
			() => setCopied(false),
		);
	const save = () => saveFile(new Blob([`${text}\n`], { type: "text/plain" }), "timbre-backup-codes.txt");
	return (
		<div className="flex flex-col gap-4 p-px">
			<ul
				aria-label="Backup codes"
				className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-card border border-line bg-sunken p-4 font-mono text-[13px]"
			>
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</ul>
			<div className="flex gap-2">
				<Button onClick={() => void copy()}>
					{copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
					<span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
				</Button>
				<Button onClick={save}>
					<Download aria-hidden="true" />
					Download
				</Button>
			</div>
		</div>
	);
}
