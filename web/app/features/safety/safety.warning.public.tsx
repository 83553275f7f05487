import { useQuery } from "@tanstack/react-query";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { ShieldAlert, X } from "lucide-react";
import { Link } from "react-router";
import { userQuery } from "../usage/usage.public.ts";
import { useDismissWarning } from "./safety.queries.ts";

/** Explains the restrictions of probation until dismissed. */
export function ModerationWarning() {
	const { data: user } = useQuery(userQuery);
	const dismissing = useDismissWarning();
	if (!user?.is_in_probation || user.moderation_warning_dismissed) return null;
	return (
		<aside
			aria-label="Voice restrictions"
			className="flex items-center gap-3 border-line border-b bg-sunken px-4 py-1.5 text-[13px]"
		>
			<ShieldAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
			<p className="min-w-0 flex-1">
				Several of your voice verifications failed. For the next weeks, you need to verify your own voices before you
				can use them.{" "}
				<Link to="/app/voice-verification" className="underline underline-offset-4 hover:no-underline">
					Verify a voice
				</Link>
			</p>
			<IconButton label="Dismiss" size="small" tooltip={false} onClick={() => dismissing.mutate()}>
				<X aria-hidden="true" />
			</IconButton>
		</aside>
	);
}
