"""Sleeps for half a minute and uses no CPU time."""

import time

time.sleep(30)
