import { useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { MailWarning, X } from "lucide-react";
import { useStored } from "../../lib/storage/use-stored.ts";
import { signUpRulesQuery } from "./auth.queries.ts";
import { useResend } from "./components/use-resend.ts";

/**
 * If the server can't send email, users can work with an unverified address. This banner says so until it is closed.
 */
export function UnverifiedBanner({ email, verified }: { email: string; verified: boolean }) {
	const [closed, setClosed] = useStored("unverified-closed", "no", "xi");
	const resend = useResend();
	const shown = !verified && closed !== "yes";
	const { data: settings } = useQuery({ ...signUpRulesQuery, enabled: shown });
	const undeliverable = settings?.email_delivery === "kept";
	if (!shown) return null;
	return (
		<aside
			aria-label="Your email address"
			className="flex items-center gap-3 border-line border-b bg-sunken px-4 py-1.5 text-[13px]"
		>
			<MailWarning aria-hidden="true" className="size-4 shrink-0 text-warning" />
			<p className="min-w-0 flex-1">
				Your email address isn't verified<span className="max-sm:hidden">: {email}</span>.
				{undeliverable ? " This server can't send email." : null}
			</p>
			{undeliverable ? null : (
				<Button size="small" variant="quiet" busy={resend.isPending} onClick={() => resend.mutate(email)}>
					Send verification link
				</Button>
			)}
			<IconButton label="Close" size="small" tooltip={false} onClick={() => setClosed("yes")}>
				<X aria-hidden="true" />
			</IconButton>
		</aside>
	);
}
