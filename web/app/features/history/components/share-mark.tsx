import { MessageCircle } from "lucide-react";
import type { ShareTarget } from "../../../lib/share.ts";

/** A plain letter or glyph for where a link goes; the name stands beside it. */
export function ShareMark({ name }: { name: ShareTarget["name"] }) {
	if (name === "WhatsApp") return <MessageCircle aria-hidden="true" />;
	return (
		<span aria-hidden="true" className="font-bold text-[15px] leading-none">
			{name === "Facebook" ? "f" : "𝕏"}
		</span>
	);
}
