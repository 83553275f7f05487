import { Button } from "@timbre/ui/primitives/button.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { MailWarning, X } from "lucide-react";
import { useStored } from "../../lib/use-stored.ts";
import { useResend } from "./components/use-resend.ts";

/** Where no mail can be sent one may work with an address that nobody has verified: this says so until it is closed. */
export function UnverifiedBanner({ email, verified }: { email: string; verified: boolean }) {
	const [closed, setClosed] = useStored("unverified-closed", "no", "xi");
	const resend = useResend();
	if (verified || closed === "yes") return null;
	return (
		<aside
			aria-label="Your e-mail address"
			className="flex items-center gap-3 border-line border-b bg-sunken px-4 py-1.5 text-[13px]"
		>
			<MailWarning aria-hidden="true" className="size-4 shrink-0 text-warning" />
			<p className="min-w-0 flex-1">
				Your e-mail address is not verified<span className="max-sm:hidden">: {email}</span>.
			</p>
			<Button size="small" variant="quiet" busy={resend.isPending} onClick={() => resend.mutate(email)}>
				Send a link
			</Button>
			<IconButton label="Close" size="small" tooltip={false} onClick={() => setClosed("yes")}>
				<X aria-hidden="true" />
			</IconButton>
		</aside>
	);
}
