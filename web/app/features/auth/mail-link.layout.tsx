import { Outlet } from "react-router";
import { AuthFrame } from "./components/auth-frame.tsx";

/** Where the links of mails lead: looks like the door, and is open to who is signed in as well. */
export default function MailLinkLayout() {
	return (
		<AuthFrame>
			<Outlet />
		</AuthFrame>
	);
}
