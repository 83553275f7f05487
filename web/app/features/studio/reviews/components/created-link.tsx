import { Button } from "@timbre/ui/primitives/button.tsx";
import { Copy } from "lucide-react";
import { copyLink } from "../../../../lib/page/copy-link.ts";

/** A new link. The server doesn't store it, so it is shown once. */
export function CreatedLink({ url }: { url: string }) {
	return (
		<>
			<p role="status">Copy it now: it is shown only once. Whoever has it can use it until it expires.</p>
			<div className="mt-3 flex items-center gap-1 rounded-control border border-line bg-sunken py-1 pr-1 pl-3">
				<code className="min-w-0 flex-1 break-all text-xs">{url}</code>
				<Button size="small" variant="quiet" onClick={() => void copyLink(url)}>
					<Copy aria-hidden="true" />
					Copy link
				</Button>
			</div>
		</>
	);
}
