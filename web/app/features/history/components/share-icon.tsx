import { MessageCircle } from "lucide-react";
import type { ShareTarget } from "../../../lib/page/share.ts";

/** A letter or glyph for a share target, shown next to its name. */
export function ShareIcon({ name }: { name: ShareTarget["name"] }) {
	if (name === "WhatsApp") return <MessageCircle aria-hidden="true" />;
	return (
		<span aria-hidden="true" className="font-bold text-[15px] leading-none">
			{name === "Facebook" ? "f" : "𝕏"}
		</span>
	);
}
