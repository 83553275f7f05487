import { Outlet } from "react-router";
import { AuthFrame } from "./components/auth-frame.tsx";

/** Layout of pages opened from emails: like the sign-in pages, but also for users who are signed in. */
export default function MailLinkLayout() {
	return (
		<AuthFrame>
			<Outlet />
		</AuthFrame>
	);
}
